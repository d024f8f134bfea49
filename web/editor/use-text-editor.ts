import { NodeSelection, type Selection } from '@tiptap/pm/state'
import { useEditor } from '@tiptap/react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isEmptyRichText, type RichUse } from '#contract/content/rich-text.ts'
import { rememberLinksOf } from '#web/content/known-links.ts'
import { firstSetting } from '#web/editor/ContextBar.tsx'
import type { Ask, EditorCommand } from '#web/editor/commands.ts'
import { mayLink } from '#web/editor/context.ts'
import { editorExtensions } from '#web/editor/extensions.ts'
import { readHtml, withLastLine, writeHtml } from '#web/editor/html.ts'
import { takePasted } from '#web/editor/paste/take-pasted.ts'

interface Options {
  use: RichUse
  /** The id of the text; its label's id begins with it. */
  id: string
  value: string
  onChange: (html: string) => void
  placeholder?: string
  commands: Map<string, EditorCommand>
  ask: Ask
  /** Around the text, its buttons and its settings. */
  frame: RefObject<HTMLElement | null>
  takeFiles: RefObject<((files: File[], position?: number) => void) | null>
}

/**
 * What sticks over the ends of the window: the header with the toolbar; the form's buttons with the settings of what
 * the cursor is in above them (ContextBar). In pixels.
 */
const covered = {
  top: 136,
  right: 0,
  get bottom() {
    return 72 + (document.querySelector<HTMLElement>('[data-form-bar]')?.offsetHeight ?? 0)
  },
  left: 0,
}

/** Keys of the text that lead to its buttons and settings. */
const keys = ({ ask, frame }: Options): [(event: KeyboardEvent) => boolean, (selection: Selection) => boolean][] => [
  [
    ({ code, ctrlKey, metaKey, altKey, shiftKey }) => code === 'KeyK' && (ctrlKey || metaKey) && !altKey && !shiftKey,
    (selection) => {
      if (mayLink(selection)) ask.link()
      return true
    },
  ],
  [
    ({ key, altKey }) => key === 'F10' && altKey,
    () => {
      frame.current?.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus()
      return true
    },
  ],
  [
    ({ key }) => key === 'Enter',
    (selection) => {
      if (!(selection instanceof NodeSelection)) return false
      const { node, from: at } = selection
      if (node.type.name.endsWith('Formula')) {
        ask.formula({ latex: node.attrs['data-latex'], block: !node.isInline, at })
        return true
      }
      const control = firstSetting(frame.current)
      control?.focus()
      return Boolean(control)
    },
  ],
]

/**
 * The editor itself: holds the text, takes `value` when it changes from outside, and says how the writer changed it.
 */
export const useTextEditor = (options: Options) => {
  const { use, id, value, onChange, placeholder, commands, ask, takeFiles } = options
  /** What the editor was given from outside last, and how it writes that itself: a text undone to it is that again. */
  const given = useRef({ value, html: '' })
  /** The last text, of either side. */
  const last = useRef(value)

  const editor = useEditor({
    extensions: editorExtensions(use, { commands, ask, placeholder }),
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onBeforeCreate: ({ editor: made }) => {
      rememberLinksOf(value)
      const text = withLastLine(readHtml(made.schema, value))
      made.options.content = text.toJSON()
      given.current = { value, html: writeHtml(text) }
    },
    editorProps: {
      scrollThreshold: covered,
      scrollMargin: covered,
      attributes: {
        id,
        class: 'rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
      },
      ...takePasted(
        (files, position) => takeFiles.current?.(files, position),
        () => takeFiles.current !== null,
      ),
      handleKeyDown: ({ state: { selection } }, event) =>
        keys(options).some(([is, act]) => is(event) && act(selection)),
      handleClickOn: (_view, _position, node, at, _event, direct) => {
        if (!direct || !node.type.name.endsWith('Formula')) return false
        ask.formula({ latex: node.attrs['data-latex'], block: !node.isInline, at })
        return true
      },
    },
    onUpdate: ({ editor: changed }) => {
      const html = writeHtml(changed.state.doc)
      const next = html === given.current.html ? given.current.value : isEmptyRichText(html) ? '' : html
      if (next === last.current) return
      last.current = next
      onChange(next)
    },
  })

  // a text that came from elsewhere: a restored draft, a form that was reset
  useEffect(() => {
    // an editor that waited too long to be shown was replaced by a fresh one
    if (editor.isDestroyed || value === last.current) return
    last.current = value
    rememberLinksOf(value)
    const next = withLastLine(readHtml(editor.schema, value))
    given.current = { value, html: writeHtml(next) }
    // other signatures alone are no other text: the cursor stays
    if (given.current.html !== writeHtml(editor.state.doc))
      editor.commands.setContent(next.toJSON(), { emitUpdate: false })
  }, [editor, value])

  // before its content is removed from the page: TipTap would draw it there again, with addresses that let nobody in
  useLayoutEffect(() => () => editor.destroy(), [editor])

  return editor
}
