import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import { Button, Modal, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { z } from 'zod'
import { Password, passwordLength } from '#contract/users/users.schema.ts'
import { focusFirstError, showFormError, validateWith } from '#web/app/form-errors.ts'
import { useReturnFocus } from '#web/ui/return-focus.ts'
import { toast } from '#web/ui/toasts.ts'
import { useSingle } from '#web/ui/use-single.ts'
import { useChangePassword } from '#web/users/users.queries.ts'

const eye = { 'aria-label': 'Показать набранное' }
const check = validateWith(
  z.object({ current_password: z.string().min(1, 'Введите нынешний пароль'), password: Password }),
)

/** Changes one's own password. */
const PasswordForm = ({ userId, email, onClose }: { userId: number; email: string; onClose: () => void }) => {
  useReturnFocus()
  const change = useChangePassword(userId)
  const once = useSingle()
  const form = useForm({ initialValues: { current_password: '', password: '' }, validate: check })
  const save = form.onSubmit(
    (values) =>
      once(() =>
        change.mutateAsync(values, {
          onSuccess: () => {
            toast({
              severity: 'success',
              summary: 'Пароль изменён',
              detail: 'На других устройствах нужно будет войти заново.',
              life: 6000,
            })
            onClose()
          },
          onError: (error) => showFormError(form, error),
        }),
      ),
    focusFirstError,
  )
  return (
    <Modal opened onClose={onClose} title="Сменить пароль">
      <form onSubmit={save} noValidate>
        <Stack gap={4}>
          <p style={{ color: 'var(--ink-2)' }}>Здесь вы останетесь, а на других устройствах выйдете.</p>
          {/* says to the password keeper whose password this is */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label="Нынешний пароль"
            autoComplete="current-password"
            visibilityToggleButtonProps={eye}
            data-autofocus
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label="Новый пароль"
            description={`Не короче ${passwordLength.min} знаков`}
            autoComplete="new-password"
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('password')}
          />
          <Row wrap justify="end" gap={2.5}>
            <Button variant="default" onClick={onClose}>
              Отменить
            </Button>
            <Button type="submit" loading={change.isPending}>
              Сменить пароль
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}

export default PasswordForm
