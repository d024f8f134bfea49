import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Typography.layer.css'
import '@mantine/tiptap/styles.layer.css'
import '#web/ui/rich-text.css'
import { Input } from '@mantine/core'
import { RichTextEditor as MantineEditor } from '@mantine/tiptap'
import { Placeholder } from '@tiptap/extensions'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef } from 'react'
import { isEmptyRichText, richText } from '#contract/content/rich-text.ts'
import { editorLabels } from '#web/editor/editor-labels.ts'
import classes from '#web/editor/RichTextEditor.module.css'
import { TableControls } from '#web/editor/TableControls.tsx'
import { Tables } from '#web/editor/tables.ts'

/** What a text field of the editor asks for. */
export interface RichTextEditorProps {
  /** HTML; an empty text is an empty string. */
  value: string
  onChange: (html: string) => void
  label: string
  error?: string
  placeholder?: string
  /** Of the writing area, in pixels. */
  minHeight?: number
}

/** Writes rich text: exactly what the server lets through (`contract/content/rich-text.ts`). Load it with `lazy`. */
export const RichTextEditor = ({
  value,
  onChange,
  label,
  error,
  placeholder,
  minHeight = 180,
}: RichTextEditorProps) => {
  const id = useId()
  /** What the editor was given last, or has said itself. */
  const given = useRef(value)
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, protocols: [...richText.linkSchemes], HTMLAttributes: { target: null, rel: null } },
      }),
      Tables,
      Placeholder.configure({ placeholder: placeholder ?? '' }),
    ],
    content: value,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: 'rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        style: `min-height: ${minHeight}px`,
      },
    },
    onUpdate: ({ editor: changed }) => {
      const html = changed.getHTML()
      given.current = isEmptyRichText(html) ? '' : html
      onChange(given.current)
    },
  })

  // a text that came from elsewhere: a restored draft, a form that was reset
  useEffect(() => {
    // an editor that waited too long to be shown was replaced by a fresh one
    if (editor.isDestroyed || value === given.current) return
    given.current = value
    const shown = editor.getHTML()
    if (value !== shown && !(value === '' && isEmptyRichText(shown)))
      editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  useEffect(() => {
    if (editor.isDestroyed) return
    const field = editor.view.dom
    field.setAttribute('aria-invalid', String(Boolean(error)))
    if (error) field.setAttribute('aria-describedby', `${id}-error`)
    else field.removeAttribute('aria-describedby')
  }, [editor, error, id])

  return (
    <div className={classes.field}>
      <Input.Label id={`${id}-label`} labelElement="div" onMouseDown={() => editor.commands.focus()}>
        {label}
      </Input.Label>
      <MantineEditor
        // Mantine's declarations name the CommonJS side of the same class
        editor={editor as never}
        labels={editorLabels}
        className={classes.editor}
        data-error={error ? true : undefined}
      >
        <MantineEditor.Toolbar sticky stickyOffset="var(--header-height)" className={classes.toolbar}>
          <MantineEditor.ControlsGroup>
            <MantineEditor.H2 />
            <MantineEditor.H3 />
            <MantineEditor.H4 />
          </MantineEditor.ControlsGroup>
          <MantineEditor.ControlsGroup>
            <MantineEditor.Bold />
            <MantineEditor.Italic />
            <MantineEditor.Underline />
            <MantineEditor.Strikethrough />
            <MantineEditor.Code />
          </MantineEditor.ControlsGroup>
          <MantineEditor.ControlsGroup>
            <MantineEditor.BulletList />
            <MantineEditor.OrderedList />
            <MantineEditor.Blockquote />
            <MantineEditor.CodeBlock />
            <MantineEditor.Hr />
          </MantineEditor.ControlsGroup>
          <MantineEditor.ControlsGroup>
            <MantineEditor.Link />
            <MantineEditor.Unlink />
          </MantineEditor.ControlsGroup>
          <TableControls editor={editor} />
          <MantineEditor.ControlsGroup>
            <MantineEditor.Undo />
            <MantineEditor.Redo />
          </MantineEditor.ControlsGroup>
        </MantineEditor.Toolbar>
        <MantineEditor.Content />
      </MantineEditor>
      {error && (
        <Input.Error id={`${id}-error`} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  )
}
