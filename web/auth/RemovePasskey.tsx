import { useForm } from '@mantine/form'
import { OwnPassword } from '#contract/auth/account.schema.ts'
import type { Passkey } from '#contract/auth/passkeys.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { useSave } from '#web/app/use-save.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { useRemovePasskey } from '#web/auth/passkeys.queries.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Removes a passkey: the user's own, or that of somebody who has lost their device. */
const RemovePasskey = ({ userId, passkey, onClose }: { userId: number; passkey: Passkey; onClose: () => void }) => {
  const remove = useRemovePasskey(userId)
  const form = useForm({ initialValues: { password: '' }, validate: validateWith(OwnPassword) })
  const save = useSave(form, async ({ password }) => {
    await remove.mutateAsync({ passkey_id: passkey.id, password })
    toast({ severity: 'success', summary: 'Ключ доступа удалён' })
    onClose()
  })
  return (
    <FormDialog
      title={`Удалить ключ «${passkey.name}»`}
      lead="Подтвердить им вход больше не получится."
      action="Удалить"
      danger
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <OwnPasswordField {...form.getInputProps('password')} />
    </FormDialog>
  )
}

export default RemovePasskey
