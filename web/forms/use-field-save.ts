import { type FormEvent, useState } from 'react'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { focusErrorIn } from '#web/forms/focus-first-error.ts'
import { useSingle } from '#web/ui/use-single.ts'

/**
 * What `useSave` does for a form with one field, without @mantine/form and zod: saves once at a time, shows at the
 * field what is wrong with it, anything else as a toast titled `failure`.
 */
export const useFieldSave = ({
  fields,
  check,
  save,
  failure,
}: {
  /** The server's names of the field. */
  fields: string[]
  /** Returns what is wrong with the field before anything is sent. */
  check?: () => string | false
  save: () => Promise<unknown>
  failure?: string
}) => {
  const [problem, setProblem] = useState('')
  const [saving, setSaving] = useState(false)
  const once = useSingle()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const point = (sentence: string) => {
      setProblem(sentence)
      focusErrorIn(form)
    }
    const wrong = check?.()
    if (wrong) return point(wrong)
    setProblem('')
    once(async () => {
      setSaving(true)
      try {
        await save()
      } catch (error) {
        const sentences = error instanceof ApiError ? fields.flatMap((field) => error.fields[field] ?? []) : []
        if (sentences.length > 0) point(sentences.join('. '))
        else reportError(error, failure)
      } finally {
        setSaving(false)
      }
    })
  }
  return { problem, saving, submit, clearProblem: () => setProblem('') }
}
