import { useCloseByBack } from '#web/app/use-close-by-back.ts'
import '#web/ui/modal-styles.ts'
import { Button, CloseButton, Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { counted } from '#contract/plural.ts'
import type { SearchKind, SearchResult } from '#contract/search/search.schema.ts'
import { describeError } from '#web/data/api-error.ts'
import { listActs, narrowActs } from '#web/search/palette-acts.ts'
import { keepRecent, readRecent } from '#web/search/recent-places.ts'
import classes from '#web/search/SearchPalette.module.css'
import { searchQuery } from '#web/search/search.queries.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { useReturnFocus } from '#web/ui/return-focus.ts'

/** How long typing has to rest before it is looked for, in milliseconds. */
const pauseMs = 150

const kindNames: Record<SearchKind, string> = {
  course: 'Курсы',
  lesson: 'Уроки',
  task: 'Задания',
  user: 'Люди',
  project: 'Проекты',
}

interface Item {
  title: string
  note: string
  url: string
  /** What is remembered once it was opened. */
  place?: SearchResult
}

interface Group {
  name: string
  items: Item[]
}

const groupsOf = (results: SearchResult[]): Group[] =>
  Object.entries(Object.groupBy(results, ({ kind }) => kind)).map(([kind, found]) => ({
    name: kindNames[kind as SearchKind],
    items: found.map((place) => ({ ...place, place })),
  }))

const useRested = (text: string) => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Searches everything that the person may see, and goes there, by the keyboard alone where they like. */
const SearchPalette = ({ user, onClose }: { user: CurrentUser; onClose: () => void }) => {
  useReturnFocus()
  useCloseByBack(onClose)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const [recent] = useState(() => readRecent(user.id))
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const text = typed.trim()
  const rested = useRested(text)
  const query = useQuery(searchQuery(rested))
  const acts = narrowActs(listActs(user, location.pathname), text).map((act) => ({ ...act, note: '' }))
  const results = text !== '' && rested !== '' ? (query.data?.results ?? []) : []
  const groups = [
    { name: 'Недавние', items: text === '' ? recent.map((place) => ({ ...place, place })) : [] },
    ...groupsOf(results),
    { name: 'Перейти', items: acts },
  ].filter(({ items }) => items.length > 0)
  const items = groups.flatMap((group) => group.items)
  const active = Math.min(chosen, items.length - 1)
  const isAsking = text !== '' && (rested !== text || query.isFetching)
  const isEmpty = text !== '' && !isAsking && !query.isError && results.length === 0
  const optionId = (nth: number) => `${listId}-${nth}`

  useEffect(() => {
    list.current?.querySelector(`[id="${listId}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  const opened = (item: Item) => {
    if (item.place) keepRecent(user.id, item.place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || items.length === 0) return
    const last = items.length - 1
    if (event.key === 'ArrowDown') setChosen(active === last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setChosen(active <= 0 ? last : active - 1)
    else if (event.key === 'Enter') {
      const item = items[active] as Item
      // what is on screen belongs to a text that was typed before
      if (isAsking && item.place) return event.preventDefault()
      if (event.ctrlKey || event.metaKey) {
        opened(item)
        window.open(item.url, '_blank', 'noopener')
      } else document.getElementById(optionId(active))?.click()
    } else return
    event.preventDefault()
  }

  let nth = -1
  return (
    <Modal.Root opened onClose={onClose} size="lg" yOffset="8dvh" returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content aria-label="Поиск">
        <Row gap={3} padX={4} edge="bottom">
          <IconSearch size={20} stroke={1.75} aria-hidden="true" />
          <input
            className={classes.input}
            type="text"
            role="combobox"
            aria-label="Поиск по сайту"
            aria-expanded={items.length > 0}
            aria-controls={listId}
            aria-activedescendant={items.length > 0 ? optionId(active) : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder="Урок, курс, человек, проект"
            maxLength={200}
            data-autofocus
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setChosen(0)
            }}
            onKeyDown={onKeyDown}
          />
          <CloseButton aria-label="Закрыть" onClick={onClose} />
        </Row>
        <Box pad={2}>
          {query.isError && text !== '' && (
            <Row gap={3} pad={3} justify="between" wrap role="alert">
              <Text tone="soft" size={3}>
                {`${describeError(query.error).title}. ${describeError(query.error).detail}`}
              </Text>
              <Button variant="default" size="xs" onClick={() => void query.refetch()}>
                Повторить
              </Button>
            </Row>
          )}
          {isEmpty && (
            <Box pad={3}>
              <Text weight="medium" anywhere>{`Ничего не нашлось по запросу «${text}»`}</Text>
              <Text tone="soft" size={3}>
                Попробуйте написать короче или другими словами.
              </Text>
            </Box>
          )}
          <div ref={list} className={classes.list} id={listId} role="listbox" aria-label="Найдено" aria-busy={isAsking}>
            {groups.map(({ name, items: found }) => (
              <Stack key={name} role="group" aria-label={name}>
                <Text pad={2} padX={3} size={2} tone="quiet" weight="medium" aria-hidden="true">
                  {name}
                </Text>
                {found.map((item) => {
                  nth += 1
                  const own = nth
                  return (
                    <a
                      key={item.url}
                      id={optionId(own)}
                      href={item.url}
                      role="option"
                      tabIndex={-1}
                      aria-selected={own === active}
                      className={classes.item}
                      onPointerMove={() => setChosen(own)}
                      onClick={(event) => {
                        opened(item)
                        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onClose()
                      }}
                    >
                      <Text as="span" block clip weight="medium">
                        {item.title}
                      </Text>
                      {item.note && (
                        <Text as="span" block clip size={2} tone="soft">
                          {item.note}
                        </Text>
                      )}
                    </a>
                  )
                })}
              </Stack>
            ))}
          </div>
          <Text as="p" aloud role="status">
            {isAsking
              ? 'Ищем'
              : text && !query.isError && counted(results.length, 'результат', 'результата', 'результатов')}
          </Text>
        </Box>
        <Box pad={3} padX={5} edge="top" className={classes.keys}>
          <Text size={2} tone="quiet">
            ↑ ↓ выбрать · Enter открыть · Ctrl Enter в новой вкладке · Esc закрыть
          </Text>
        </Box>
      </Modal.Content>
    </Modal.Root>
  )
}

export default SearchPalette
