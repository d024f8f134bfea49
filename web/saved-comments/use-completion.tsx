import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { SavedComment } from '#contract/saved-comments/saved-comments.schema.ts'
import { filled, type Hash, hashAt, inserted, matching } from '#web/saved-comments/completion.ts'
import { placeOptions } from '#web/saved-comments/place-options.ts'
import classes from '#web/saved-comments/SavedComments.module.css'
import { countUse, savedCommentsQuery } from '#web/saved-comments/saved-comments.queries.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { scrollListTo } from '#web/ui/scroll-list-to.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Completes a `#` in a text field by saved comments: returns the list to show under the field, and the field's
 * handlers. Arrows choose, Enter and Tab insert, Escape closes the list.
 */
export const useCompletion = ({
  field,
  value,
  change,
  courseId,
  firstName,
}: {
  field: RefObject<Field | null>
  value: string
  change: (value: string) => void
  courseId: number
  /** Replaces `{имя}`. */
  firstName: string
}) => {
  const id = useId()
  const [hash, setHash] = useState<Hash | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [index, setIndex] = useState(0)
  const query = useQuery({ ...savedCommentsQuery(courseId), enabled: hash !== null })
  const list = useRef<HTMLDivElement>(null)
  const found = hash && hash.from !== closedAt ? matching(query.data?.comments ?? [], hash.query) : []
  const isOpen = found.length > 0
  const chosen = Math.min(index, found.length - 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: with fewer comments it is shorter
  useLayoutEffect(() => {
    if (list.current) placeOptions(list.current)
  }, [isOpen, found.length])

  const look = ({ currentTarget }: SyntheticEvent<Field>) => {
    const { selectionStart, selectionEnd } = currentTarget
    const next = selectionStart === selectionEnd ? hashAt(currentTarget.value, selectionStart ?? 0) : null
    if (next?.from !== hash?.from || next?.query !== hash?.query) setIndex(0)
    if (next === null) setClosedAt(null)
    setHash(next)
  }
  const insert = (comment: SavedComment) => {
    if (!hash) return
    const next = inserted(value, hash, filled(comment.text, firstName))
    // drawn at once, with the caret set: the next typed letter must not find it elsewhere
    flushSync(() => {
      change(next.text)
      setHash(null)
    })
    field.current?.focus()
    field.current?.setSelectionRange(next.caret, next.caret)
    void countUse(comment.id)
  }
  const move = (step: number) => {
    const next = (chosen + step + found.length) % found.length
    setIndex(next)
    scrollListTo(list.current, list.current?.children[next])
  }
  /** True when the list handled the key. */
  const takeKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false
    const comment = found[chosen]
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') setClosedAt(hash?.from ?? null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && comment) insert(comment)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const options: ReactNode = isOpen && (
    <Box
      ref={list}
      id={id}
      role="listbox"
      aria-label="Сохранённые комментарии"
      mt={1}
      pad={1}
      ground="surface"
      round="s"
      edge="firm"
      shadow="menu"
      className={classes.options}
    >
      {found.map((comment, place) => (
        // the field keeps the focus, names the chosen option and takes the keys
        <Row
          key={comment.id}
          gap={2.5}
          align="baseline"
          justify="between"
          pad={1.5}
          padX={2.5}
          size={3}
          tight
          hover="sunken"
          round="s"
          id={`${id}-${comment.id}`}
          role="option"
          aria-selected={place === chosen}
          className={classes.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => insert(comment)}
        >
          <Text clamp={2} as="span" shrink anywhere>
            {filled(comment.text, firstName)}
          </Text>
          {comment.course && (
            <Text as="small" size={1} tone="quiet" fixed>
              курс
            </Text>
          )}
        </Row>
      ))}
    </Box>
  )
  return {
    options,
    takeKey,
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${found[chosen]?.id}` }),
      onInput: look,
      onSelect: look,
      onBlur: () => setHash(null),
    },
  }
}
