import { lazy, Suspense } from 'react'
import { useQuestion } from '#web/ui/confirm.ts'

const ConfirmDialog = lazy(() => import('#web/ui/ConfirmDialog.tsx'))

/** Shows the questions of `confirm`; the dialog itself comes with the first of them. */
export const ConfirmHost = () => {
  const question = useQuestion()
  return question ? (
    <Suspense>
      <ConfirmDialog question={question} />
    </Suspense>
  ) : null
}
