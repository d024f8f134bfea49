import { useLate } from '#web/app/use-late.ts'
import { LoadingLine } from '#web/frame/NavigationBar.tsx'
import { useQuestion } from '#web/ui/confirm.ts'

const loadDialog = () => import('#web/ui/ConfirmDialog.tsx')

/**
 * Shows the questions of `confirm`; the dialog itself comes with the first of them, or the browser's own without it.
 */
export const ConfirmHost = () => {
  const question = useQuestion()
  const ConfirmDialog = useLate(question !== undefined, loadDialog, () => {
    if (!question) return
    // its «Отмена» says no more than that it was closed
    question.answer(window.confirm([question.title, question.text].filter(Boolean).join('\n\n')) || null)
  })
  if (!question) return null
  return ConfirmDialog ? <ConfirmDialog question={question} /> : <LoadingLine label="Окно загружается" />
}
