import { Extension } from '@tiptap/core'
import { ReactRenderer } from '@tiptap/react'
import { Suggestion, type SuggestionFloatingUiOptions, type SuggestionProps } from '@tiptap/suggestion'
import type { Ask, EditorCommand } from '#web/editor/commands.ts'
import classes from '#web/editor/SlashMenu.module.css'
import { SlashMenu, type SlashMenuHandle, slashOptionId } from '#web/editor/SlashMenu.tsx'
import { type SlashItem, slashItems } from '#web/editor/slash-items.ts'
import { ownEscape } from '#web/ui/own-escape.ts'

type Props = SuggestionProps<SlashItem, SlashItem>
type Middleware = NonNullable<SuggestionFloatingUiOptions['middleware']>[number]

/** What the writing area says about the menu while it is open. */
const tellField = (props: Props, active: number | null) => {
  const field = props.editor.view.dom
  if (active === null) {
    field.removeAttribute('aria-controls')
    field.removeAttribute('aria-activedescendant')
    field.removeAttribute(ownEscape)
  } else {
    field.setAttribute(ownEscape, '')
    field.setAttribute('aria-controls', 'slash-menu')
    field.setAttribute('aria-activedescendant', slashOptionId(active))
  }
}

/** Keeps the menu off the sides of a narrow window. */
const inWindow: Middleware = {
  name: 'inWindow',
  fn: ({ x, rects, elements }) => {
    const maxX = document.documentElement.clientWidth - rects.floating.width - 8
    const left = elements.floating.offsetParent?.getBoundingClientRect().left ?? 0
    return { x: Math.max(8, Math.min(left + x, maxX)) - left }
  },
}

/** One menu at a time: where it is, and the keys that go to it. */
const menu = () => {
  let shown: ReactRenderer<SlashMenuHandle> | null = null
  let unmount: (() => void) | null = null
  const close = (props: Props) => {
    if (!shown) return
    unmount?.()
    shown.destroy()
    shown = null
    tellField(props, null)
  }
  const open = (props: Props) => {
    if (props.loading) return
    // nothing answers to it: the writer means a slash
    if (props.items.length === 0) return close(props)
    const given = { ...props, onActive: (index: number) => tellField(props, index) }
    if (shown) return shown.updateProps(given)
    shown = new ReactRenderer(SlashMenu, {
      editor: props.editor,
      props: given,
      className: classes.floating as string,
    })
    const element = shown.element as HTMLElement
    // beside a dialog it could not be scrolled, nor found by a screen reader
    props.editor.view.dom.closest('[role="dialog"]')?.append(element)
    unmount = props.mount(element)
  }
  return {
    onStart: open,
    onUpdate: open,
    onExit: close,
    onKeyDown: ({ event }: { event: KeyboardEvent }) => shown?.ref?.onKeyDown(event) ?? false,
  }
}

/** The «/» menu: opened at the beginning of a word, filtered by what is typed after it. */
export const slashMenu = (commands: Map<string, EditorCommand>, ask: Ask) =>
  Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      return [
        Suggestion<SlashItem, SlashItem>({
          editor: this.editor,
          char: '/',
          allowSpaces: true,
          // within what the page is about, not beside it
          container: 'main',
          floatingUi: { middleware: [inWindow] },
          items: ({ query }) => slashItems(commands, query),
          allow: ({ state, range }) => {
            const at = state.doc.resolve(range.from)
            return !at.parent.type.spec.code && at.parent.type.name !== 'detailsSummary'
          },
          command: ({ editor, range, props: { command } }) => {
            editor.chain().focus().deleteRange(range).run()
            command.run(editor, ask)
          },
          render: menu,
        }),
      ]
    },
  })
