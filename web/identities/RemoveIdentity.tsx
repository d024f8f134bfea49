import { useForm } from '@mantine/form'
import { OwnPassword } from '#contract/auth/account.schema.ts'
import type { Identity } from '#contract/identities/identities.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { useSave } from '#web/app/use-save.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { useRemoveIdentity } from '#web/identities/identities.queries.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Unlinks an account at the identity provider. */
const RemoveIdentity = ({ userId, identity, onClose }: { userId: number; identity: Identity; onClose: () => void }) => {
  const remove = useRemoveIdentity(userId)
  const form = useForm({ initialValues: { password: '' }, validate: validateWith(OwnPassword) })
  const save = useSave(form, async ({ password }) => {
    await remove.mutateAsync({ identity_id: identity.id, password })
    toast({ severity: 'success', summary: 'Вход убран' })
    onClose()
  })
  return (
    <FormDialog
      title={`Убрать вход через ${identity.provider}`}
      lead="Останется вход с паролем. Следующий вход этим способом снова свяжет учётные записи, если почта у них одна и подтверждена."
      action="Убрать"
      danger
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <OwnPasswordField {...form.getInputProps('password')} />
    </FormDialog>
  )
}

export default RemoveIdentity
