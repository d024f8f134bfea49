import { useForm } from '@mantine/form'
import { OwnPassword } from '#contract/auth/account.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { useSave } from '#web/app/use-save.ts'
import { useRemoveSecondFactor } from '#web/auth/account.queries.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { useUser } from '#web/auth/session.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Turns the second factor off: the user's own, or that of somebody who has lost their phone. */
const RemoveSecondFactor = ({ userId, onClose }: { userId: number; onClose: () => void }) => {
  const me = useUser()
  const remove = useRemoveSecondFactor(userId)
  const form = useForm({ initialValues: { password: '' }, validate: validateWith(OwnPassword) })
  const save = useSave(form, async ({ password }) => {
    await remove.mutateAsync(password)
    toast({ severity: 'success', summary: 'Вход с кодом выключен' })
    onClose()
  })
  return (
    <FormDialog
      title="Выключить вход с кодом"
      lead={
        me?.id === userId
          ? 'Для входа хватит пароля. Запасные коды перестанут действовать.'
          : 'Человеку для входа хватит пароля. Мы напишем ему об этом.'
      }
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
