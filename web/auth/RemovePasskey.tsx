import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { OwnPassword } from '#contract/auth/account.schema.ts'
import type { Passkey } from '#contract/auth/passkeys.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { useSave } from '#web/app/use-save.ts'
import { secondFactorQuery } from '#web/auth/account.queries.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { passkeysQuery, useRemovePasskey } from '#web/auth/passkeys.queries.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** What confirms a sign-in without this passkey. */
const remaining = (passkeys: number, hasCode: boolean) => {
  if (passkeys > 1) return 'Кроме пароля вход подтвердит другой ключ.'
  if (hasCode) return 'Кроме пароля вход подтвердит код из приложения.'
  return 'Для входа хватит пароля, запасные коды перестанут действовать.'
}

/** Removes a passkey: the user's own, or that of somebody who has lost their device. */
const RemovePasskey = ({ userId, passkey, onClose }: { userId: number; passkey: Passkey; onClose: () => void }) => {
  const remove = useRemovePasskey(userId)
  const passkeys = useQuery(passkeysQuery(userId)).data?.passkeys ?? []
  const hasCode = Boolean(useQuery(secondFactorQuery(userId)).data?.second_factor)
  const form = useForm({ initialValues: { password: '' }, validate: validateWith(OwnPassword) })
  const save = useSave(form, async ({ password }) => {
    await remove.mutateAsync({ passkey_id: passkey.id, password })
    toast({ severity: 'success', summary: 'Ключ доступа удалён' })
    onClose()
  })
  return (
    <FormDialog
      title={`Удалить ключ «${passkey.name}»`}
      lead={`Подтвердить им вход больше не получится. ${remaining(passkeys.length, hasCode)}`}
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
