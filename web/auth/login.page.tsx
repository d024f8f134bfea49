import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SignIn } from '#contract/auth/auth.schema.ts'
import type { PasskeyOptions } from '#contract/auth/passkeys.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { config } from '#web/app/config.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { idOf, usePageSearch } from '#web/app/page-params.ts'
import classes from '#web/auth/AuthCard.module.css'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { CodeField } from '#web/auth/CodeField.tsx'
import { ParentAwaited } from '#web/auth/ParentAwaited.tsx'
import { PasswordField } from '#web/auth/PasswordField.tsx'
import { passkeyOf, signInFailureText } from '#web/auth/passkey-failure.ts'
import { signIn } from '#web/auth/session.ts'
import { useRepeatKey } from '#web/auth/use-repeat-key.ts'
import { WantedPageNote } from '#web/auth/WantedPageNotice.tsx'
import { takeWantedPage } from '#web/auth/wanted-page.ts'
import { ApiError } from '#web/data/api-error.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { ProviderButton } from '#web/identities/ProviderButton.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'

const ProviderReturn = latePart(
  () => import('#web/identities/ProviderReturn.tsx'),
  () => <AuthCard title="Входим…" />,
)

const wantsCode = (error: unknown) => error instanceof ApiError && error.fields.code !== undefined

/** The sign-in; whom the school's identity provider sends back here continues with its answer. */
const LoginPage = () => {
  const [search, changeSearch] = usePageSearch('login')
  const [answer, setAnswer] = useState(() => (search.state ? `?${new URLSearchParams(search)}` : null))
  // it is accepted once, and has no place in the history
  const isShown = answer !== null && search.state !== undefined
  useEffect(() => {
    if (isShown) void changeSearch(noAnswer, { replace: true })
  })
  if (answer !== null) return <ProviderReturn query={answer} onPassword={() => setAnswer(null)} />
  return <PasswordForm />
}

const noAnswer = { state: undefined, code: undefined, iss: undefined, error: undefined }

/** The project that a guest came from. */
const useWantedProject = () => {
  const project = idOf(usePageSearch('login')[0].project)
  return project === null ? undefined : pathTo('projects.show', { id: project })
}

const PasswordForm = () => {
  const navigate = useNavigate()
  const project = useWantedProject()
  const landing = () => {
    const wanted = takeWantedPage()
    return project ?? wanted
  }
  // a code is spent by the first call: when the response was lost, its repeat gets the session
  const headers = useRepeatKey()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm({ initialValues: { email: '', password: '', code: '' }, validate: validateWith(SignIn) })
  const [asksCode, setAsksCode] = useState(false)
  const [passkey, setPasskey] = useState<PasskeyOptions | null>(null)

  const enter = useSave(
    form,
    async ({ code, ...credentials }) => {
      setFailure(null)
      try {
        await signIn({ headers, body: { ...credentials, ...(code && { code }) } })
      } catch (error) {
        // asked for the first time: nothing typed was wrong
        if (wantsCode(error) && !code) {
          setPasskey(passkeyOf(error))
          return setAsksCode(true)
        }
        throw error
      }
      await navigate({ href: landing() })
    },
    setFailure,
  )
  const enterWithPasskey = async (options: PasskeyOptions) => {
    setFailure(null)
    const { code: _code, ...credentials } = form.values
    // what the browser was asked to sign is valid once
    const renew = async () => {
      try {
        // the password is enough where the last second factor has been removed meanwhile
        await signIn({ headers, body: credentials })
        return true
      } catch (error) {
        setPasskey(passkeyOf(error))
        return false
      }
    }
    try {
      const { provePasskey } = await import('#web/auth/browser-passkeys.ts')
      await signIn({ headers, body: { ...credentials, passkey: await provePasskey(options) } })
    } catch (error) {
      const entered = error instanceof ApiError && (await renew())
      if (!entered) return setFailure(error)
    }
    await navigate({ href: landing() })
  }
  const isAwaited = failure instanceof ApiError && failure.code === 'parent-awaited'

  return (
    <AuthCard
      title="Вход"
      footer={
        <>
          Ещё нет учётной записи? <Link to="/registration">Зарегистрируйтесь</Link>
        </>
      }
    >
      <form onSubmit={enter} noValidate>
        <WantedPageNote />
        {isAwaited && <ParentAwaited message={failure.message} credentials={form.values} />}
        {failure !== null && !isAwaited && (
          <Text pad={2.5} padX={4} size={3} tone="bad" ground="bad" round="s" loose role="alert">
            {signInFailureText(failure)}
          </Text>
        )}
        <TextInput
          label="Почта или логин"
          inputMode="email"
          autoCapitalize="none"
          name="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Пароль"
          name="password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        {passkey && (
          <Button size="lg" variant="default" autoFocus onClick={() => void enterWithPasskey(passkey)}>
            Войти с ключом доступа
          </Button>
        )}
        {asksCode && <CodeField autoFocus={!passkey} {...form.getInputProps('code')} />}
        <Button type="submit" size="lg" loading={form.submitting}>
          Войти
        </Button>
        <Text size={2} tone="quiet" links="underlined" loose>
          <Link to="/forgot-password">Забыли пароль?</Link>
        </Text>
        <ProviderButton wanted={project} onFailure={setFailure} />
      </form>
      {config.demo && (
        <Box
          as="section"
          mt={5}
          pad={4.5}
          padX={0}
          edge="top"
          className={classes.demo}
          aria-label="Демонстрационная школа"
        >
          <Text mb={3} size={3} tone="quiet">
            Демонстрационная школа: войдите одним нажатием
          </Text>
          <Stack gap={2}>
            {config.demo.map((account) => (
              <Row
                as="button"
                key={account.email}
                type="button"
                gapX={3}
                wrap
                pad={2.5}
                padX={4}
                ground="surface"
                edge="firm"
                round="s"
                className={classes.account}
                disabled={form.submitting}
                onClick={() => {
                  form.setValues({ email: account.email, password: account.password })
                  enter()
                }}
              >
                <Text as="b" weight="medium">
                  {account.role}
                </Text>
                <Text as="span" size={2} tone="quiet">
                  {account.name}
                </Text>
              </Row>
            ))}
          </Stack>
        </Box>
      )}
    </AuthCard>
  )
}

export default LoginPage
