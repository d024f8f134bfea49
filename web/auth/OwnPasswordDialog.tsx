import { useForm } from '@mantine/form'
import { OwnPassword } from '#contract/auth/account.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { useSave } from '#web/app/use-save.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
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
  const form = useForm({ initialValues: { password: '' }, validate: validateWith(OwnPassword) })
  const save = useSave(form, async ({ password }) => {
    await act(password)
    toast({ severity: 'success', summary: done })
    onClose()
  })
  return (
    <FormDialog
      title={title}
      lead={lead}
      action={action}
      danger
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <OwnPasswordField {...form.getInputProps('password')} />
    </FormDialog>
  )
}
