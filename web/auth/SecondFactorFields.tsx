import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PasskeyOptions, PasskeyProof } from '#contract/auth/passkeys.schema.ts'
import { CodeField } from '#web/auth/CodeField.tsx'
import { PasskeyFailure, passkeyOf } from '#web/auth/passkey-failure.ts'
import { ApiError, describeError } from '#web/data/api-error.ts'

/** What a person gives beside the password. */
type Second = { code?: string; passkey?: PasskeyProof }

/**
 * What a dialog asks for beside the password, once a refusal has asked for it; `askAgain` makes the same call without
 * it,
 * `refusal` is one that came before the dialog.
 */
export const useSecondFactor = (askAgain: () => Promise<unknown>, refusal: unknown = null) => {
  const [code, setCode] = useState<string | null>(refusal === null ? null : '')
  const [error, setError] = useState('')
  const [passkey, setPasskey] = useState<PasskeyOptions | null>(() => passkeyOf(refusal))

  /** What is sent beside the password: the code that was typed, or a passkey. */
  const give = async (options?: PasskeyOptions): Promise<Second> => {
    setError('')
    if (options) return { passkey: await (await import('#web/auth/browser-passkeys.ts')).provePasskey(options) }
    return code ? { code } : {}
  }

  /** Asks for what a refusal demands; returns what else was wrong, for the password's field. */
  const read = async (failure: unknown) => {
    if (failure instanceof PasskeyFailure) return failure.message
    const fields = failure instanceof ApiError ? failure.fields : {}
    // what the browser was asked to sign is valid once
    if (fields.passkey) await askAgain().catch((asked: unknown) => setPasskey(passkeyOf(asked)))
    if (!fields.code) return describeError(failure).detail
    setPasskey((offered) => passkeyOf(failure) ?? offered)
    if (code) setError(fields.code.join(' '))
    else setCode('')
    return ''
  }
  return { code, setCode, error, passkey, give, read }
}

/** The code, and the button for a passkey, in a dialog. */
export const SecondFactorFields = ({
  factor: { code, setCode, error, passkey },
  label,
  busy,
  onPasskey,
}: {
  factor: ReturnType<typeof useSecondFactor>
  /** The text of the button. */
  label: string
  busy: boolean
  onPasskey: (options: PasskeyOptions) => void
}) => (
  <>
    {code !== null && (
      <CodeField
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={error}
        autoFocus
        data-autofocus
      />
    )}
    {passkey && (
      <Button variant="default" disabled={busy} onClick={() => onPasskey(passkey)}>
        {label}
      </Button>
    )}
  </>
)
