import { z } from 'zod'
import { Id, line, Moment, plainText } from '#contract/http/fields.ts'
import { curatorRights, type CuratorRight as Right } from '#contract/users/curator-rights.ts'
import { Email } from '#contract/users/email.ts'
import { roles, type RoleSlug as Slug } from '#contract/users/names.ts'

export type RoleSlug = Slug
export const RoleSlug = z.enum(['student', 'teacher', 'curator'], 'Выберите роль')

const CuratorRight = z.enum(Object.keys(curatorRights) as [Right, ...Right[]], 'Такого права нет')

/** The parts that a curator's rights are limited to, each once; null: all of them. */
export const CuratorRights = z.array(CuratorRight).nullable()

/** The same as somebody chooses them. */
const ChosenRights = CuratorRights.transform((rights) => rights && [...new Set(rights)].sort())

export const Role = z.object({ slug: RoleSlug, name: z.string() })

/** A role as it leaves the server. */
export const roleOf = (slug: RoleSlug): z.infer<typeof Role> => ({ slug, name: roles[slug] })

export const Avatar = z.object({ url: z.string() }).nullable()

/** A person as others see them beside something they did. */
export const Person = z.object({ id: Id, name: z.string(), surname: z.string(), role: Role, avatar: Avatar })
export type Person = z.infer<typeof Person>

export const passwordLength = { min: 10, max: 200 }

export const Password = z
  .string()
  .min(passwordLength.min, `Не короче ${passwordLength.min} знаков`)
  .max(passwordLength.max, `Не длиннее ${passwordLength.max} знаков`)

/** Max length of a name, in characters. */
const maxNameLength = 60

/** Letters of any alphabet with their marks, spaces, apostrophes, hyphens and dots; at least one letter. */
const hasNameSigns = (name: string) => /^[\p{L}\p{M} '’.-]+$/u.test(name) && /\p{L}/u.test(name)

/** Whether the text is a valid name, safe to print in a letter. */
export const isName = (name: string) => name.length <= maxNameLength && hasNameSigns(name)

/** A name or a surname that somebody sets. */
export const PersonName = line(maxNameLength).refine(hasNameSigns, 'Только буквы, пробелы, дефис, апостроф и точка')

/** Why a name cannot be set; null when it can. */
export const nameProblem = (name: string) => PersonName.safeParse(name).error?.issues[0]?.message ?? null

/** A name in a form: the existing name may stay, whatever it is. */
export const nameUnlessKept = (kept: string) =>
  line(100).superRefine((name, context) => {
    const problem = name === kept ? null : nameProblem(name)
    if (problem) context.addIssue(problem)
  })

/** A name as a form sends it back: one from before there were such rules may stay (see `PersonName`). */
const KeptName = line(100)

/** A patronymic: empty for people without one. */
const Patronymic = z.union([z.literal(''), PersonName])

/** The number that the school itself gives a person: digits, letters, signs. */
export const OwnNumber = plainText(40).transform((text) => text.replace(/\s+/g, ' '))

export const BirthDate = z.iso
  .date({ error: 'Введите дату рождения', abort: true })
  .refine((date) => date >= '1900-01-01' && date <= new Date().toISOString().slice(0, 10), 'Проверьте дату рождения')

/** Max length of a login. */
const maxLoginLength = 60

/** The login of people without an address; never an address, so that the two cannot be confused. */
export const Login = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'Латинские буквы, цифры, точка, дефис и подчёркивание, например ivanova.maria')
  .min(3, 'Не короче 3 знаков')
  .max(maxLoginLength, `Не длиннее ${maxLoginLength} знаков`)

/** A field that an empty text clears. */
const orNone = <Field extends z.ZodType>(field: Field) =>
  z.preprocess((value) => (value === '' ? null : value), field.nullable())

export const About = plainText(2000)

/** A person's occupation, in one line that may be empty. */
export const Occupation = plainText(150).transform((text) => text.replace(/\s+/g, ' '))

/** Max links of a profile. */
export const maxLinks = 10

/** A web address; one without a scheme gets https, and only https is allowed: the page itself uses it. */
const SecureAddress = z
  .string()
  .trim()
  .min(1, 'Введите адрес')
  .max(500, 'Слишком длинный адрес')
  .transform((address) => (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(address) ? address : `https://${address}`))
  .refine((address) => {
    const url = URL.canParse(address) ? new URL(address) : null
    return url?.protocol === 'https:' && url.hostname.includes('.') && !url.username && !url.password
  }, 'Проверьте адрес: он начинается с https://')
  .transform((address) => new URL(address).href)

/** An address shown in the profile. */
export const ProfileLink = z.object({ title: line(60), url: SecureAddress })
export type ProfileLink = z.output<typeof ProfileLink>

/** A row of the curators' list and of the students' list; `email` is there only for those who may see it. */
export const UserRow = z.object({
  ...Person.shape,
  email: z.string().nullable().optional(),
  /** What the person signs in with instead of an address; this and the next three for those who see a person's file. */
  login: z.string().nullable().optional(),
  patronymic: z.string().optional(),
  /** The school's own number of the person. */
  own_number: z.string().optional(),
  birth_date: z.string().nullable().optional(),
  /** Since when the account waits for a parent's consent, for curators; null: it does not. */
  awaits_parent_at: Moment.nullable().optional(),
  /** Whether the address was confirmed; for those who see it, and those who searched the person by it. */
  email_confirmed: z.boolean().optional(),
  /** The rights of a curator; only curators with the right to people see them. */
  rights: CuratorRights.optional(),
  active: z.boolean().optional(),
  created_at: Moment.optional(),
  courses: z.array(z.object({ id: Id, name: z.string() })).optional(),
})
export type UserRow = z.infer<typeof UserRow>

/** Why a parent of somebody with the address `own` cannot have this one; null when they can. */
export const parentEmailProblem = (own: string | null | undefined, parents: string | null | undefined) =>
  own && own === parents ? 'Здесь нужна почта родителя' : null

/** A new account; without an address it needs a login. */
export const UserCreate = z
  .object({
    name: PersonName,
    surname: PersonName,
    patronymic: Patronymic.optional(),
    own_number: OwnNumber.optional(),
    birth_date: orNone(BirthDate).optional(),
    email: orNone(Email).optional(),
    login: orNone(Login).optional(),
    role: RoleSlug,
    /** The rights of a curator. */
    rights: ChosenRights.optional(),
    /** A parent, whose consent a child's account needs. */
    parent_name: Patronymic.optional(),
    parent_email: orNone(Email).optional(),
  })
  .refine(({ email, login }) => email || login, {
    path: ['email'],
    message: 'Введите почту или придумайте логин',
    // beside what else is missing, so that nobody is refused twice
    when: ({ value, issues }) =>
      value instanceof Object && !issues.some(({ path }) => path?.[0] === 'email' || path?.[0] === 'login'),
  })
  .superRefine(({ email, parent_email }, context) => {
    const message = parentEmailProblem(email, parent_email)
    if (message) context.addIssue({ code: 'custom', path: ['parent_email'], message })
  })
export type UserCreate = z.output<typeof UserCreate>

/** A new password of somebody without an address, as it is printed for them. */
export const PasswordSlip = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  login: z.string(),
  password: z.string(),
})
export type PasswordSlip = z.infer<typeof PasswordSlip>

/** Max people who get new passwords in one call: a class. */
export const maxPasswordSlips = 60

/**
 * Changes of a profile; a new name must be a `PersonName`; what follows `letters` counts only when a curator sends it.
 */
export const UserChange = z
  .object({
    name: KeptName,
    surname: KeptName,
    about: About,
    occupation: Occupation,
    links: z.array(ProfileLink).max(maxLinks, `Не больше ${maxLinks} ссылок`),
    /** Whether the profile lists the courses that the person has finished. */
    shows_courses: z.boolean(),
    /** Whether verdicts on the user's tasks are also sent by letter. */
    letters: z.boolean(),
    patronymic: Patronymic,
    own_number: OwnNumber,
    birth_date: orNone(BirthDate),
    login: orNone(Login),
    email: orNone(Email),
    role: RoleSlug,
    /** The rights of a curator; only curators with all rights change them, and never their own. */
    rights: ChosenRights,
    active: z.boolean(),
    /** Takes over the courses that would be left without a teacher. */
    successor_id: Id,
  })
  .partial()
export type UserChange = z.output<typeof UserChange>

/** What only curators change: from anybody else it changes nothing, whatever it is (product decision: calls). */
export const curatorsFields = [
  ...(['patronymic', 'own_number', 'birth_date', 'login', 'email'] as const),
  ...(['role', 'rights', 'active', 'successor_id'] as const),
] satisfies (keyof UserChange)[]
