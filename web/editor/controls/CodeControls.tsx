import { useRef } from 'react'
import { codeLanguages, languageOf } from '#web/content/code-languages.ts'
import classes from '#web/editor/ContextBar.module.css'
import type { ControlProps } from '#web/editor/controls/control-props.ts'
import { Row } from '#web/ui/layout.tsx'

/** The choice of the language that some code is written in. */
export const CodeControls = ({ editor, context: { node } }: ControlProps) => {
  const language: string | null = node?.attrs.language ?? null
  const known = language && languageOf(language)
  /** Keys choose step by step, and stay here; after the pointer the cursor is in the text again. */
  const byKeys = useRef(false)
  return (
    <Row as="label" gap={2} size={2} tone="soft" className={classes.field}>
      Язык
      <select
        value={known ?? language ?? ''}
        onKeyDown={() => {
          byKeys.current = true
        }}
        onPointerDown={() => {
          byKeys.current = false
        }}
        onChange={(event) => {
          editor.commands.updateAttributes('codeBlock', { language: event.currentTarget.value || null })
          if (!byKeys.current) editor.commands.focus()
        }}
      >
        <option value="">Без подсветки</option>
        {language && !known && <option value={language}>{language}</option>}
        {Object.entries(codeLanguages).map(([key, { name }]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </Row>
  )
}
