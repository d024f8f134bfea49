import { z } from 'zod'
import { maxApplicationText } from '#contract/applications/applications.schema.ts'
import { SignInCode } from '#contract/auth/account.schema.ts'
import { PasskeyProof } from '#contract/auth/passkeys.schema.ts'
import { ClassCode } from '#contract/cohorts/class-codes.ts'
import { moscowOffsetMs } from '#contract/dates.ts'
import { Id, Moment, plainText } from '#contract/http/fields.ts'
import { storable } from '#contract/http/storable.ts'
import { Notification } from '#contract/notifications/notifications.schema.ts'
import { Email } from '#contract/users/email.ts'
import { Avatar, BirthDate, CuratorRights, Password, PersonName, Role } from '#contract/users/users.schema.ts'

/** Min age for opening an account without a parent's consent (152-ФЗ with art. 26 of the Civil Code). */
export const adultAge = 14

/** Whether somebody born on `birthDate` (YYYY-MM-DD) is at least `age` at this moment, by the calendar of Moscow. */
export const isAtLeast = (age: number, birthDate: string, now: Date) => {
  const [year = 0, month = 1, day = 1] = birthDate.split('-').map(Number)
  return now.getTime() + moscowOffsetMs >= Date.UTC(year + age, month - 1, day)
}

/** The token of a link from a letter. */
export const LetterToken = z.string().min(1).max(200)

export const Registration = z.object({
  name: PersonName,
  surname: PersonName,
  email: Email,
  password: Password,
  consent: z.literal(true, 'Без согласия учётную запись открыть нельзя'),
  birth_date: BirthDate.optional(),
  /** The code of a class, which its holder joins. */
  class_code: ClassCode.optional(),
  /** The version of the consent that the form was shown with: 409 when another is in force by now. */
  consent_version: z.number().int().optional(),
  /** The course that is applied to once there is an account that may be used. */
  program_id: Id.optional(),
  application: plainText(maxApplicationText).optional(),
})

/** A child's registration: the account opens once the parent has agreed. */
export const ChildRegistration = Registration.omit({ consent: true, consent_version: true }).extend({
  birth_date: BirthDate,
  parent_email: Email,
})

/**
 * How the child gets in after a parent's consent: with the password that they chose, once the school has accepted them,
 * by the link of a letter to them, or with a login and a password that the school hands out.
 */
export const AfterConsent = z.enum(['sign-in', 'school', 'invitation', 'login'])
export type AfterConsent = z.infer<typeof AfterConsent>

/** A parent's answer to the letter. */
export const ParentConsent = z.object({
  token: LetterToken,
  /** The parent's own full name. */
  name: PersonName,
  /** The version that was read: 409 when another is in force by now. */
  version: z.number().int().optional(),
  /** Whether the parent also agrees that the child's name and projects are shown to everybody. */
  publication: z.boolean().optional(),
  /** The version of that text that was shown. */
  publication_version: z.number().int().optional(),
})

export const Credentials = z.object({
  /** Or the login of somebody without an address. */
  email: z
    .string('Введите почту или логин')
    .transform(storable)
    .pipe(z.string().trim().toLowerCase().min(1, 'Введите почту или логин').max(254)),
  password: z.string('Введите пароль').min(1, 'Введите пароль').max(1000),
})

/** A sign-in; with a second factor 422 says in `errors.code` that a code is asked for. */
export const SignIn = Credentials.extend({ code: SignInCode.optional(), passkey: PasskeyProof.optional() })

/** The password again, in a session; with a second factor it is asked for as in a sign-in. */
export const GivenAgain = SignIn.omit({ email: true })

export const PasswordReset = z.object({ email: Email, token: LetterToken, password: Password })

/** Corrects a mistyped address; needs the account's password. */
export const EmailCorrection = z.object({
  email: Email,
  password: z.string('Введите пароль').min(1, 'Введите пароль').max(1000),
})

/** The signed-in person, with what every screen needs. */
export const CurrentUser = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  /** Null for children without an address. */
  email: z.string().nullable(),
  /** Whether a link from a letter to this address was followed. Until then the user can publish only for the school. */
  email_confirmed: z.boolean(),
  role: Role,
  /** The parts that a curator's rights are limited to; null: all of them, and for everybody else. */
  rights: CuratorRights,
  /** The curator who looks at the site as this person; null: it is the person. */
  looker: z.object({ id: Id, name: z.string(), surname: z.string() }).nullable(),
  avatar: Avatar,
  /** Course id to its name: a student's published courses, a teacher's own; empty for a curator. */
  courses: z.record(z.string(), z.string()),
  notifications: z.object({ unread: z.number().int(), data: z.array(Notification) }),
  /** The number of tasks that wait for this person's review; 0 for a student. */
  waiting_tasks: z.number().int(),
  /** When the account will be erased on request; null without a request. */
  erase_at: Moment.nullable(),
  /** Whether the school demands a second factor that the person has not set up: nothing else is allowed until then. */
  lacks_second_factor: z.boolean(),
})
export type CurrentUser = z.infer<typeof CurrentUser>
