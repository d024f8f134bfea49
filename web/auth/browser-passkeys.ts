import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { PasskeyOptions, PasskeyProof } from '#contract/auth/passkeys.schema.ts'
import { PasskeyFailure } from '#web/auth/passkey-failure.ts'

/** What people read about a failure of the browser, by its name (WebAuthn §5.1). */
const sentences: Partial<Record<string, string>> = {
  InvalidStateError: 'На этом устройстве ключ доступа уже есть.',
  // an IP address, or another name than the site's own
  SecurityError:
    'По этому адресу ключи доступа не работают. Откройте сайт по его имени, а не по IP-адресу: на своём компьютере это localhost.',
}

const asked = async <Result>(ask: () => Promise<Result>) => {
  try {
    return await ask()
  } catch (error) {
    const known = error instanceof Error && sentences[error.name]
    throw new PasskeyFailure(known || 'Устройство не подтвердило ключ доступа. Попробуйте ещё раз.')
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
