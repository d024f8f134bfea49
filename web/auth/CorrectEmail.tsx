import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { authApi } from '#contract/auth/auth.api.ts'
import { EmailCorrection } from '#contract/auth/auth.schema.ts'
import { PasswordField } from '#web/auth/PasswordField.tsx'
import { loadUser } from '#web/auth/session.ts'
import { call } from '#web/data/call.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

const check = validateWith(EmailCorrection)

/** Corrects an address that was mistyped, before it is confirmed. */
const CorrectEmail = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const form = useForm({ initialValues: { email, password: '' }, validate: check })
  const save = useSave(form, async (body) => {
    const { user } = await call(authApi.correctEmail, { body })
    toast({ severity: 'success', summary: 'Адрес исправлен', detail: `Письмо идёт на ${user.email}`, life: 6000 })
    await loadUser(true)
    onClose()
  })
  return (
    <FormDialog
      title="Исправить адрес почты"
      lead="Письмо придёт на новый адрес, и входить нужно будет с ним. Ссылки из прежних писем перестанут работать."
      action="Сохранить и отправить письмо"
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label="Почта" type="email" autoComplete="email" data-autofocus {...form.getInputProps('email')} />
      <PasswordField label="Ваш пароль" autoComplete="current-password" {...form.getInputProps('password')} />
    </FormDialog>
  )
}

export default CorrectEmail
