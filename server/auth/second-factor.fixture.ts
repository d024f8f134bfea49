import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows now, or `steps` half minutes later. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
