import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { authApi } from '#contract/auth/auth.api.ts'
import { EmailCorrection } from '#contract/auth/auth.schema.ts'
import { call } from '#web/app/call.ts'
import { focusFirstError, showFormError, validateWith } from '#web/app/form-errors.ts'
import { loadUser } from '#web/auth/session.ts'
import { useReturnFocus } from '#web/ui/return-focus.ts'
import { toast } from '#web/ui/toasts.ts'

const check = validateWith(EmailCorrection)

/** Corrects an address that was mistyped, before it is confirmed. */
const CorrectEmail = ({ email, onClose }: { email: string; onClose: () => void }) => {
  useReturnFocus()
  const [busy, setBusy] = useState(false)
  const form = useForm({ initialValues: { email, password: '' }, validate: check })
  const save = form.onSubmit(async (body) => {
    setBusy(true)
    try {
      const { user } = await call(authApi.correctEmail, { body })
      toast({ severity: 'success', summary: 'Адрес исправлен', detail: `Письмо идёт на ${user.email}`, life: 6000 })
      await loadUser(true)
      onClose()
    } catch (error) {
      showFormError(form, error)
      setBusy(false)
    }
  }, focusFirstError)
  return (
    <Modal opened onClose={onClose} title="Исправить адрес почты">
      <form onSubmit={save} noValidate>
        <Stack gap={4}>
          <p style={{ color: 'var(--ink-2)' }}>
            Письмо придёт на новый адрес, и входить нужно будет с ним. Ссылки из прежних писем перестанут работать.
          </p>
          <TextInput label="Почта" type="email" autoComplete="email" data-autofocus {...form.getInputProps('email')} />
          <PasswordInput
            label="Ваш пароль"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Показать набранное' }}
            {...form.getInputProps('password')}
          />
          <Row wrap justify="end" gap={2.5}>
            <Button variant="default" onClick={onClose}>
              Отменить
            </Button>
            <Button type="submit" loading={busy}>
              Сохранить и отправить письмо
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}

export default CorrectEmail
