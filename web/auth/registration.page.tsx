import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { authApi } from '#contract/auth/auth.api.ts'
import { adultAge, Registration } from '#contract/auth/auth.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { passwordLength } from '#contract/users/users.schema.ts'
import { call } from '#web/app/call.ts'
import { focusFirstError, showFormError, validateWith } from '#web/app/form-errors.ts'
import classes from '#web/auth/AuthCard.module.css'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { startSession } from '#web/auth/session.ts'

const RegistrationPage = () => {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: { name: '', surname: '', email: '', password: '', consent: false },
    validate: validateWith(Registration),
  })

  const register = async (values: typeof form.values) => {
    setBusy(true)
    try {
      startSession(await call(authApi.register, { body: { ...values, consent: true } }))
      await navigate({ to: '/' })
    } catch (error) {
      showFormError(form, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthCard
      title="Регистрация"
      lead="Одна учётная запись для курсов, работ и проектов."
      footer={
        <>
          Уже учитесь у нас? <a href="/login">Войдите</a>
        </>
      }
    >
      <form onSubmit={form.onSubmit(register, focusFirstError)} noValidate>
        <div className={classes.pair}>
          <TextInput label="Имя" name="name" autoComplete="given-name" {...form.getInputProps('name')} />
          <TextInput label="Фамилия" name="surname" autoComplete="family-name" {...form.getInputProps('surname')} />
        </div>
        <TextInput label="Почта" type="email" name="email" autoComplete="email" {...form.getInputProps('email')} />
        <PasswordInput
          label="Пароль"
          name="password"
          description={`Не короче ${passwordLength.min} знаков`}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Показать набранное' }}
          {...form.getInputProps('password')}
        />
        <Checkbox
          name="consent"
          label={
            <>
              Даю{' '}
              <a href={pathTo('documents.show', { slug: 'personal-data' })} target="_blank" rel="noreferrer">
                согласие на обработку персональных данных
              </a>
            </>
          }
          {...form.getInputProps('consent', { type: 'checkbox' })}
        />
        <Button type="submit" size="lg" loading={busy}>
          Зарегистрироваться
        </Button>
        <p className={classes.note}>
          Регистрируясь, вы подтверждаете, что вам уже исполнилось {adultAge} лет. Как мы храним данные, написано в{' '}
          <a href={pathTo('documents.show', { slug: 'privacy' })} target="_blank" rel="noreferrer">
            политике обработки персональных данных
          </a>
          .
        </p>
      </form>
    </AuthCard>
  )
}

export default RegistrationPage
