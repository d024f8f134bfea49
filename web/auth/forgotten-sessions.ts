import { authApi } from '#contract/auth/auth.api.ts'
import { fingerprint } from '#web/auth/token-fingerprint.ts'
import { whenBack } from '#web/data/away.ts'
import { call } from '#web/data/call.ts'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'

const key = 'forgotten_sessions'

/** As many as one call ends. */
const maxForgotten = 10

/** Ends on the server what this device has signed out of meanwhile; tries again once there is a network. */
export const endForgotten = async () => {
  const fingerprints = readDevice<string[]>(key)
  if (fingerprints === null) return
  try {
    await call(authApi.endForgotten, { body: { fingerprints }, quiet: true })
    writeDevice(key, null)
  } catch (error) {
    whenBack(error, () => void endForgotten())
  }
}

/**
 * Notes a session that is to be ended once there is a network, by the hash of its token; false where a page has none.
 */
export const forgetSession = async (token: string) => {
  try {
    const noted = [...(readDevice<string[]>(key) ?? []), await fingerprint(token)]
    writeDevice(key, noted.slice(-maxForgotten))
  } catch {
    return false
  }
  return readDevice<string[]>(key) !== null
}
