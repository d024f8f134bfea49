import type { SuggestionProps } from '@tiptap/suggestion'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import classes from '#web/editor/SlashMenu.module.css'
import type { SlashItem } from '#web/editor/slash-items.ts'
import { Box, Text } from '#web/ui/layout.tsx'
import { scrollListTo } from '#web/ui/scroll-list-to.ts'

/** Takes the keys that are pressed in the text while the menu is open; true when one was its own. */
export interface SlashMenuHandle {
  onKeyDown: (event: KeyboardEvent) => boolean
}

export const slashOptionId = (index: number) => `slash-option-${index}`

/** The list of the «/» menu. The focus stays in the text; the text says which option is the active one. */
export const SlashMenu = ({
  ref,
  items,
  command,
  onActive,
}: SuggestionProps<SlashItem, SlashItem> & { ref?: Ref<SlashMenuHandle>; onActive: (index: number) => void }) => {
  const [chosen, setChosen] = useState({ items, index: 0 })
  const index = chosen.items === items ? chosen.index : 0
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    onActive(index)
    // the list alone: until it has been placed at the caret, it is at the end of the page
    scrollListTo(list.current, list.current?.querySelector(`#${slashOptionId(index)}`))
  }, [index, onActive])

  const go = (to: number) => setChosen({ items, index: (to + items.length) % items.length })
  const choose = () => command(items[index] as SlashItem)
  const keys = new Map([
    ['ArrowDown', () => go(index + 1)],
    ['ArrowUp', () => go(index - 1)],
    ['Home', () => go(0)],
    ['End', () => go(-1)],
    ['Enter', choose],
    ['Tab', choose],
  ])
  useImperativeHandle(ref, () => ({
    onKeyDown: ({ key, shiftKey }) => {
      const act = shiftKey ? undefined : keys.get(key)
      act?.()
      return act !== undefined
    },
  }))

  return (
    <Box
      ref={list}
      id="slash-menu"
      pad={1.5}
      ground="surface"
      round="m"
      edge="line"
      shadow="menu"
      className={classes.menu}
      role="listbox"
      aria-label="Что вставить"
    >
      {items.map(({ group, command: { id, label, about, Icon } }, at) => (
        <div key={id} role="presentation">
          {group !== items[at - 1]?.group && (
            <Box size={1} tone="quiet" weight="strong" className={classes.group} role="presentation">
              {group}
            </Box>
          )}
          {/* the text, which has the focus, takes the keys */}
          <Box
            id={slashOptionId(at)}
            gapX={3}
            pad={1.5}
            padX={2.5}
            round="s"
            chosen={at === index}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => at !== index && go(at)}
            onClick={() => command(items[at] as SlashItem)}
          >
            <Icon size={20} stroke={1.5} aria-hidden="true" />
            <Text as="span" size={3} weight="medium" tight>
              {label}
            </Text>
            <Text as="span" size={2} tone="quiet" tight>
              {about}
            </Text>
          </Box>
        </div>
      ))}
    </Box>
  )
}
