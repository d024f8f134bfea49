import { useForm } from '@mantine/form'
import { OwnPassword } from '#contract/auth/account.schema.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'

/** A dialog that acts once the person has given their own password. */
export const AskOwnPassword = ({
  act,
  ...dialog
}: {
  title: string
  lead: string
  /** The label of the button. */
  action: string
  danger?: boolean
  act: (password: string) => Promise<void>
  onClose: () => void
}) => {
  const form = useForm({ initialValues: { password: '' }, validate: validateWith(OwnPassword) })
  const save = useSave(form, ({ password }) => act(password))
  return (
    <FormDialog {...dialog} busy={form.submitting} onSubmit={save}>
      <OwnPasswordField {...form.getInputProps('password')} />
    </FormDialog>
  )
}
