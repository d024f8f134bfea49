import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { OwnPassword } from '#contract/auth/account.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { useSave } from '#web/app/use-save.ts'
import { useRemoveSecondFactor } from '#web/auth/account.queries.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { passkeysQuery } from '#web/auth/passkeys.queries.ts'
import { useUser } from '#web/auth/session.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** What signs in once the app is gone: a person keeps their passkeys, a curator removes everything. */
const leadOf = (isOwn: boolean, hasPasskeys: boolean) => {
  if (!isOwn) {
    const all = hasPasskeys ? 'Ключи доступа и запасные коды тоже удалим: человеку' : 'Человеку'
    return `${all} для входа хватит пароля. Мы напишем ему об этом.`
  }
  if (hasPasskeys) return 'Кроме пароля вход подтвердит ключ доступа. Запасные коды останутся.'
  return 'Для входа хватит пароля. Запасные коды перестанут действовать.'
}

/** Turns the second factor off: the user's own, or that of somebody who has lost their phone. */
const RemoveSecondFactor = ({ userId, onClose }: { userId: number; onClose: () => void }) => {
  const me = useUser()
  const remove = useRemoveSecondFactor(userId)
  const passkeys = useQuery(passkeysQuery(userId)).data?.passkeys ?? []
  const form = useForm({ initialValues: { password: '' }, validate: validateWith(OwnPassword) })
  const save = useSave(form, async ({ password }) => {
    await remove.mutateAsync(password)
    toast({ severity: 'success', summary: 'Вход с кодом выключен' })
    onClose()
  })
  return (
    <FormDialog
      title="Выключить вход с кодом"
      lead={leadOf(me?.id === userId, passkeys.length > 0)}
      action="Выключить"
      danger
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <OwnPasswordField {...form.getInputProps('password')} />
    </FormDialog>
  )
}

export default RemoveSecondFactor
