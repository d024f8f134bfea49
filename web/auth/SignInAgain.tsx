import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { authApi } from '#contract/auth/auth.api.ts'
import type { PasskeyOptions } from '#contract/auth/passkeys.schema.ts'
import { PasswordField } from '#web/auth/PasswordField.tsx'
import { SecondFactorFields, useSecondFactor } from '#web/auth/SecondFactorFields.tsx'
import { currentUser, startSession } from '#web/auth/session.ts'
import { useRepeatKey } from '#web/auth/use-repeat-key.ts'
import { describeError } from '#web/data/api-error.ts'
import { call } from '#web/data/call.ts'
import { ProviderButton } from '#web/identities/ProviderButton.tsx'
import { DialogButtons } from '#web/ui/FormDialog.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'

/** «Войдите снова», over the page whose session was lost; the page continues where it was. */
const SignInAgain = ({ answer }: { answer: (signedIn: boolean) => void }) => {
  const before = currentUser()
  const [email, setEmail] = useState(before?.email ?? '')
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const headers = useRepeatKey()
  const factor = useSecondFactor(() => call(authApi.login, { body: { email, password }, quiet: true }))

  const enter = async (options?: PasskeyOptions) => {
    setBusy(true)
    setError('')
    try {
      // a wrong password does not clear the person here: the page under the dialog is still theirs
      const second = await factor.give(options)
      const session = await call(authApi.login, { headers, body: { email, password, ...second }, quiet: true })
      startSession(session)
      // somebody else: the page under the dialog is not theirs
      if (before && before.id !== session.user.id) location.reload()
      else answer(true)
    } catch (failure) {
      setBusy(false)
      setError(await factor.read(failure))
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // not through the form around the dialog in React's tree
    event.stopPropagation()
    void enter()
  }

  return (
    <Modal onClose={() => answer(false)} title="Войдите снова" zIndex="var(--z-dialog)">
      <form onSubmit={submit}>
        <Stack gap={4}>
          <p style={{ color: 'var(--ink-2)' }}>Вы вышли из учётной записи. Войдите, и всё продолжится с этого места.</p>
          <TextInput
            label="Почта или логин"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            required
            withAsterisk={false}
            data-autofocus={!email || undefined}
          />
          <PasswordField
            label="Пароль"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={error}
            required
            withAsterisk={false}
            data-autofocus={!!email || undefined}
          />
          <SecondFactorFields factor={factor} label="Войти с ключом доступа" busy={busy} onPasskey={enter} />
          <ProviderButton again onFailure={(failure) => setError(describeError(failure).detail)} />
          <DialogButtons cancel="Не сейчас" onClose={() => answer(false)}>
            <Button type="submit" loading={busy}>
              Войти
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

export default SignInAgain
