import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Credentials } from '#contract/auth/auth.schema.ts'
import { ApiError, describeError } from '#web/app/api-error.ts'
import { config } from '#web/app/config.ts'
import { focusFirstError, validateWith } from '#web/app/form-errors.ts'
import classes from '#web/auth/AuthCard.module.css'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { ParentAwaited } from '#web/auth/ParentAwaited.tsx'
import { signIn } from '#web/auth/session.ts'
import { WantedPageNote } from '#web/auth/WantedPageNotice.tsx'
import { takeWantedPage } from '#web/auth/wanted-page.ts'

const LoginPage = () => {
  const navigate = useNavigate()
  const [error, setError] = useState('')
  const [awaited, setAwaited] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useForm({ initialValues: { email: '', password: '' }, validate: validateWith(Credentials) })

  const enter = async (credentials: { email: string; password: string }) => {
    setBusy(true)
    setError('')
    setAwaited(false)
    try {
      await signIn(credentials)
      await navigate({ href: takeWantedPage() })
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 422)
        form.setErrors(
          Object.fromEntries(Object.entries(failure.fields).map(([field, [sentence]]) => [field, sentence])),
        )
      setAwaited(failure instanceof ApiError && failure.code === 'parent-awaited')
      setError(describeError(failure).detail)
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthCard
      title="Вход"
      footer={
        <>
          Ещё нет учётной записи? <a href="/registration">Зарегистрируйтесь</a>
        </>
      }
    >
      <form onSubmit={form.onSubmit(enter, focusFirstError)} noValidate>
        <WantedPageNote />
        {awaited && <ParentAwaited words={error} credentials={form.values} />}
        {error && !awaited && (
          <p className={classes.error} role="alert">
            {error}
          </p>
        )}
        <TextInput label="Почта" type="email" name="email" autoComplete="username" {...form.getInputProps('email')} />
        <PasswordInput
          label="Пароль"
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Показать набранное' }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="lg" loading={busy}>
          Войти
        </Button>
        <p className={classes.note}>
          <a href="/forgot-password">Забыли пароль?</a>
        </p>
      </form>
      {config.demo && (
        <section className={classes.demo} aria-label="Демонстрационная школа">
          <p>Демонстрационная школа: войдите одним нажатием</p>
          <div>
            {config.demo.map((account) => (
              <button
                key={account.email}
                type="button"
                className={classes.account}
                disabled={busy}
                onClick={() => enter({ email: account.email, password: account.password })}
              >
                <b>{account.role}</b>
                <span>{account.name}</span>
              </button>
            ))}
          </div>
        </section>
      )}
    </AuthCard>
  )
}

export default LoginPage
