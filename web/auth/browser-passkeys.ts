import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { PasskeyOptions, PasskeyProof } from '#contract/auth/passkeys.schema.ts'
import { PasskeyFailure } from '#web/auth/passkey-failure.ts'

const asked = async <Result>(ask: () => Promise<Result>) => {
  try {
    return await ask()
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new PasskeyFailure(
      isKnown
        ? 'На этом устройстве ключ доступа уже есть.'
        : 'Устройство не подтвердило ключ доступа. Попробуйте ещё раз.',
    )
  }
}

/** Asks the device to make a passkey. */
export const makePasskey = (options: PasskeyOptions) =>
  asked(() => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }))

/** Asks the device to prove a passkey. */
export const provePasskey = async (options: PasskeyOptions): Promise<PasskeyProof> => {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return { ...(await asked(() => startAuthentication({ optionsJSON }))), clientExtensionResults: {} }
}
