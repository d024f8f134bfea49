import { codeLanguages, languageOf } from '#web/content/code-languages.ts'
import classes from '#web/editor/ContextBar.module.css'
import type { ControlProps } from '#web/editor/ContextBar.tsx'
import { Row } from '#web/ui/layout.tsx'

/** Says in what language some code is written. */
export const CodeControls = ({ editor, context: { node } }: ControlProps) => {
  const language: string | null = node?.attrs.language ?? null
  const known = language && languageOf(language)
  return (
    <Row as="label" gap={2} size={2} tone="soft" className={classes.field}>
      Язык
      <select
        value={known ?? language ?? ''}
        onChange={(event) =>
          editor
            .chain()
            .updateAttributes('codeBlock', { language: event.currentTarget.value || null })
            .focus()
            .run()
        }
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
