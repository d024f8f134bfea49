import { AskOwnPassword } from '#web/auth/AskOwnPassword.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Removes a way to sign in once the person has given their own password; `done` is said after it. */
export const OwnPasswordDialog = ({
  title,
  lead,
  action,
  act,
  done,
  onClose,
}: {
  title: string
  lead: string
  /** The label of the button. */
  action: string
  act: (password: string) => Promise<unknown>
  done: string
  onClose: () => void
}) => {
  const remove = async (password: string) => {
    await act(password)
    toast({ severity: 'success', summary: done })
    onClose()
  }
  return <AskOwnPassword title={title} lead={lead} action={action} danger act={remove} onClose={onClose} />
}
