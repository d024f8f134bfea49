import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { z } from 'zod'
import { Password, passwordLength } from '#contract/users/users.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { useSave } from '#web/app/use-save.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useChangePassword } from '#web/users/users.queries.ts'

const check = validateWith(
  z.object({ current_password: z.string().min(1, 'Введите нынешний пароль'), password: Password }),
)

/** Changes the user's password. */
const PasswordForm = ({ userId, onClose }: { userId: number; onClose: () => void }) => {
  const change = useChangePassword(userId)
  const form = useForm({ initialValues: { current_password: '', password: '' }, validate: check })
  const save = useSave(form, async (values) => {
    await change.mutateAsync(values)
    toast({
      severity: 'success',
      summary: 'Пароль изменён',
      detail: 'На других устройствах нужно будет войти заново.',
      life: 6000,
    })
    onClose()
  })
  return (
    <FormDialog
      title="Сменить пароль"
      lead="Здесь вы останетесь, а на других устройствах выйдете."
      action="Сменить пароль"
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <OwnPasswordField label="Нынешний пароль" {...form.getInputProps('current_password')} />
      <PasswordInput
        label="Новый пароль"
        description={`Не короче ${passwordLength.min} знаков`}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Показать набранное' }}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}

export default PasswordForm
