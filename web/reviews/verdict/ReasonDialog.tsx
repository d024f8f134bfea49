import type { ReactNode } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { useUser } from '#web/auth/session.ts'
import { deskToast } from '#web/reviews/desk-toast.ts'
import { useMoveWithReason } from '#web/reviews/verdict/use-verdict.ts'
import { TextDialog } from '#web/ui/TextDialog.tsx'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/** A move of a task that asks for a reason. */
export interface ReasonedMove {
  task: Task
  move: 'reopen' | 'excuse'
  label: string
  icon?: ReactNode
  title: string
  text: string
  /** What is said when it is done. */
  done: string
}

/** The dialog of a move that needs a reason; what is typed outlives its closing. */
const ReasonDialog = ({ task, move, label, title, text, done, onClose }: ReasonedMove & { onClose: () => void }) => {
  const [reason, setReason, clear] = useDeviceDraft(`reason:${useUser()?.id}:${move}:${task.id}`, '')
  const mutation = useMoveWithReason(task.id, move, () => {
    clear()
    deskToast(done)
    onClose()
  })
  return (
    <TextDialog
      title={title}
      lead={text}
      label="Причина"
      action={label}
      maxLength={2000}
      field="reason"
      kept={[reason, setReason]}
      send={mutation.mutateAsync}
      onClose={onClose}
    />
  )
}

export default ReasonDialog
