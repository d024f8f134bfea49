import { Email } from '#contract/users/email.ts'
import { BirthDate, isName, type RoleSlug } from '#contract/users/users.schema.ts'
import type { ProviderConfig } from '#server/identities/provider-variables.ts'

/** The person whom the provider has named in its signed answer. */
export interface ProvedPerson {
  /** The provider's own lasting name of the person. */
  subject: string
  /** Its session; null where it has no ids of them. */
  sid: string | null
  /** In lower case; null when there is none, or the provider has not confirmed it. */
  email: string | null
  /** Empty when they are unknown. */
  name: string
  surname: string
  birth_date: string | null
  /** The role that the provider gives; null: it says nothing of roles. */
  role: RoleSlug | null
  /** When the person gave the provider their password, in seconds; null: it does not say. */
  auth_time: number | null
  /** The signed answer itself. */
  id_token: string
}

/** What a provider says of somebody, by the names of OpenID Connect. */
export type Claims = Readonly<Record<string, unknown>> & { sub: string }

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** A name that our forms take; empty for any other. */
const nameOf = (value: unknown) => {
  const name = textOf(value).replace(/\s+/g, ' ')
  return isName(name) ? name : ''
}

/** `realm_access.roles` of nested claims; one that has dots itself is found as it is. */
const claimAt = (claims: Claims, path: string): unknown =>
  Object.hasOwn(claims, path)
    ? claims[path]
    : path
        .split('.')
        .reduce<unknown>(
          (value, key) =>
            typeof value === 'object' && value !== null && Object.hasOwn(value, key)
              ? (value as Record<string, unknown>)[key]
              : undefined,
          claims,
        )

const byRank: readonly RoleSlug[] = ['curator', 'teacher', 'student']

/**
 * The highest role that the claim gives. Who has the claim without a value that gives one is a student; null without
 * the claim, which then decides nothing: a provider that is set up wrong takes nobody's role away.
 */
const roleOf = (claims: Claims, { roleClaim, roles }: Pick<ProviderConfig, 'roleClaim' | 'roles'>): RoleSlug | null => {
  const claim = roleClaim === null ? undefined : claimAt(claims, roleClaim)
  if (claim === undefined || claim === null) return null
  const values = Array.isArray(claim) ? claim : [claim]
  const given = values.flatMap((value) => (typeof value === 'string' && roles[value]) || [])
  return byRank.find((role) => given.includes(role)) ?? 'student'
}

/** A person from what the provider says of them; an address counts only once the provider has confirmed it. */
export const readPerson = (claims: Claims, oidc: ProviderConfig): Omit<ProvedPerson, 'id_token'> => {
  const email = Email.safeParse(claims.email)
  const birthDate = BirthDate.safeParse(claims.birthdate)
  const [first = '', ...others] = textOf(claims.name).split(/\s+/)
  return {
    subject: claims.sub,
    sid: textOf(claims.sid) || null,
    email: claims.email_verified === true && email.success ? email.data : null,
    name: nameOf(claims.given_name) || nameOf(first),
    surname: nameOf(claims.family_name) || nameOf(others.join(' ')),
    birth_date: birthDate.success ? birthDate.data : null,
    role: roleOf(claims, oidc),
    auth_time: typeof claims.auth_time === 'number' ? claims.auth_time : null,
  }
}
