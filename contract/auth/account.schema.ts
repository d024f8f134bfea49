import { z } from 'zod'
import { Id, Moment } from '#contract/http/fields.ts'

/** The password of the signed-in person. */
export const OwnPassword = z.object({
  password: z.string('Введите пароль').min(1, 'Введите пароль').max(1000, 'Слишком длинный пароль'),
})

/** A code of the authenticator app, or a recovery code; spaces and hyphens do not count. */
export const SignInCode = z.string('Введите код').trim().max(40, 'Это не похоже на код')

export const CodeEntry = z.object({ code: SignInCode.min(1, 'Введите код из приложения') })

/** A place where a person is signed in. */
export const SessionRow = z.object({
  id: Id,
  /** Whether it is the session of this call. */
  current: z.boolean(),
  created_at: Moment,
  /** Within an hour. */
  used_at: Moment,
  /** Browser and system, «Chrome, Windows». */
  device: z.string(),
  /** The network of the sign-in; empty when it is unknown. */
  network: z.string(),
})
export type SessionRow = z.infer<typeof SessionRow>

/** Null: codes are not asked for. */
export const SecondFactor = z
  .object({
    since: Moment,
    /** How many recovery codes are left. */
    recovery_codes: z.number().int(),
  })
  .nullable()
export type SecondFactor = z.infer<typeof SecondFactor>

/** What an authenticator app needs: in base 32, and as the address that a QR code contains. */
export const SecondFactorSetup = z.object({ secret: z.string(), url: z.string() })
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>
