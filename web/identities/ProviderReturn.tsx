import { Button, Loader } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PasskeyOptions, PasskeyProof } from '#contract/auth/passkeys.schema.ts'
import { identitiesApi } from '#contract/identities/identities.api.ts'
import type { Newcomer } from '#contract/identities/identities.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { CodeField } from '#web/auth/CodeField.tsx'
import { WaitingForSchool } from '#web/auth/NotOpen.tsx'
import { passkeyOf, signInFailureText } from '#web/auth/passkey-failure.ts'
import { startSession } from '#web/auth/session.ts'
import { useRepeatKey } from '#web/auth/use-repeat-key.ts'
import { takeWantedPage } from '#web/auth/wanted-page.ts'
import { ApiError } from '#web/data/api-error.ts'
import { call } from '#web/data/call.ts'
import { ProviderButton } from '#web/identities/ProviderButton.tsx'
import { forgetSignIn, readSignInKey } from '#web/identities/provider-sign-in.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'

/** What the sign-in waits for. */
type Step =
  | { at: 'answer' }
  | { at: 'awaited' }
  | { at: 'second'; passkey: PasskeyOptions | null }
  | { at: 'newcomer'; newcomer: Newcomer }
  | { at: 'failed'; failure: unknown }

const Entering = () => (
  <AuthCard title="Входим…">
    <Row justify="center" mt={5}>
      <Loader aria-label="Входим" />
    </Row>
  </AuthCard>
)

const NewcomerForm = latePart(() => import('#web/identities/NewcomerForm.tsx'), Entering)

const Failed = ({ failure, onPassword }: { failure: unknown; onPassword: () => void }) => {
  const [shown, setShown] = useState(failure)
  return (
    <AuthCard title="Войти не получилось">
      <Stack gap={4} mt={4}>
        <Text pad={2.5} padX={4} size={3} tone="bad" ground="bad" round="s" loose role="alert">
          {signInFailureText(shown)}
        </Text>
        <ProviderButton label="Ещё раз через" onFailure={setShown} />
        <Button variant="subtle" onClick={onPassword}>
          Войти с паролем
        </Button>
      </Stack>
    </AuthCard>
  )
}

const SecondFactor = ({
  passkey,
  onGive,
}: {
  passkey: PasskeyOptions | null
  onGive: (second: { code?: string; passkey?: PasskeyProof }) => Promise<void>
}) => {
  const form = useForm({ initialValues: { code: '' } })
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const give = async (second: () => Promise<{ code?: string; passkey?: PasskeyProof }>) => {
    setBusy(true)
    setTrouble('')
    try {
      await onGive(await second())
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      if (fields.code) form.setFieldError('code', fields.code.join(' '))
      else setTrouble(signInFailureText(error))
    }
    setBusy(false)
  }
  const prove = async (options: PasskeyOptions) => {
    const { provePasskey } = await import('#web/auth/browser-passkeys.ts')
    return { passkey: await provePasskey(options) }
  }
  return (
    <AuthCard title="Подтвердите вход" lead="Система входа школы вас узнала. Остался второй шаг.">
      <form onSubmit={form.onSubmit(({ code }) => void give(async () => ({ code })))} noValidate>
        {trouble && (
          <Text pad={2.5} padX={4} size={3} tone="bad" ground="bad" round="s" loose role="alert">
            {trouble}
          </Text>
        )}
        {passkey && (
          <Button size="lg" variant="default" disabled={busy} onClick={() => void give(() => prove(passkey))}>
            Войти с ключом доступа
          </Button>
        )}
        <CodeField autoFocus={!passkey} {...form.getInputProps('code')} />
        <Button type="submit" size="lg" loading={busy}>
          Войти
        </Button>
      </form>
    </AuthCard>
  )
}

/** Finishes a sign-in by the school's identity provider, with what it has sent the browser back with. */
const ProviderReturn = ({ query, onPassword }: { query: string; onPassword: () => void }) => {
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>({ at: 'answer' })
  const [key] = useState(readSignInKey)
  const headers = useRepeatKey()

  const give = useCallback(
    async (given: { query?: string; code?: string; passkey?: PasskeyProof }) => {
      const { session, newcomer } = await call(identitiesApi.answer, { headers, body: { key, ...given }, quiet: true })
      if (newcomer) return setStep({ at: 'newcomer', newcomer })
      if (!session) return
      forgetSignIn()
      startSession(session, true)
      await navigate({ href: takeWantedPage() })
    },
    [headers, key, navigate],
  )

  // the answer is accepted once
  const isGiven = useRef(false)
  useEffect(() => {
    if (isGiven.current) return
    isGiven.current = true
    give({ query }).catch((failure: unknown) => {
      const asksSecond = failure instanceof ApiError && failure.fields.code !== undefined
      setStep(asksSecond ? { at: 'second', passkey: passkeyOf(failure) } : { at: 'failed', failure })
    })
  }, [give, query])

  if (step.at === 'answer') return <Entering />
  if (step.at === 'awaited') return <WaitingForSchool byProvider />
  if (step.at === 'failed') return <Failed failure={step.failure} onPassword={onPassword} />
  if (step.at === 'newcomer')
    return <NewcomerForm signInKey={key} newcomer={step.newcomer} onAwait={() => setStep({ at: 'awaited' })} />
  /** Asks for the second step again; the refusal has another question for the passkey. */
  const askAgain = () =>
    give({}).then(
      () => null,
      (refusal: unknown) => refusal,
    )
  const giveSecond = (second: { code?: string; passkey?: PasskeyProof }) =>
    give(second).catch(async (failure: unknown) => {
      // what the browser was asked to sign is valid once, and for some minutes
      const refusal = failure instanceof ApiError && failure.fields.passkey ? await askAgain() : failure
      // a sign-in that is over has to begin again
      if (refusal instanceof ApiError && refusal.code === 'sign-in-expired')
        return setStep({ at: 'failed', failure: refusal })
      const passkey = passkeyOf(refusal)
      if (passkey) setStep({ at: 'second', passkey })
      throw failure
    })
  return <SecondFactor passkey={step.passkey} onGive={giveSecond} />
}

export default ProviderReturn
