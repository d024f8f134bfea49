import type { RoleSlug } from '#contract/users/users.schema.ts'

/** The school's identity provider (OpenID Connect), as the variables `OIDC_*` name it. */
export interface ProviderConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** The text of the button: «Войти через …». */
  name: string
  /** The claim that decides about roles, with dots between nested ones; null: the provider decides nothing. */
  roleClaim: string | null
  /** Which of its values gives which role. */
  roles: Record<string, RoleSlug>
  /** Whether messages that somebody has signed out may lack the type `logout+jwt`, as those of older providers do. */
  untypedLogout: boolean
}

/** The variables as they are set. */
export interface ProviderVariables {
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_ID?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  OIDC_NAME?: string | undefined
  OIDC_ROLE_CLAIM?: string | undefined
  OIDC_ROLES?: Record<string, RoleSlug> | undefined
  OIDC_UNTYPED_LOGOUT?: 'true' | 'false' | undefined
}

/** `teachers:teacher,heads:curator`; a value may have colons itself. Null when it is something else. */
export const readRoles = (text: string): Record<string, RoleSlug> | null => {
  const roles = new Map<string, RoleSlug>()
  for (const part of text.split(',')) {
    const [, value, role] = /^\s*(\S.*?)\s*:\s*(student|teacher|curator)\s*$/.exec(part) ?? []
    if (value === undefined || roles.has(value)) return null
    roles.set(value, role as RoleSlug)
  }
  return Object.fromEntries(roles)
}

/** Without it the button says no name of a product. */
const defaultName = 'учётную запись школы'

/** A fault of the variables together: the name of one, and a sentence. */
export interface VariableProblem {
  name: keyof ProviderVariables
  sentence: string
}

/** The provider; null without one. A variable that would do nothing is a problem. */
export const readProvider = (variables: ProviderVariables): ProviderConfig | VariableProblem | null => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, OIDC_ROLE_CLAIM, OIDC_ROLES } = variables
  if (OIDC_ISSUER === undefined) {
    const name = (Object.keys(variables) as (keyof ProviderVariables)[]).find((key) => variables[key] !== undefined)
    return name ? { name, sentence: 'задают только вместе с OIDC_ISSUER' } : null
  }
  if (OIDC_CLIENT_ID === undefined) return { name: 'OIDC_CLIENT_ID', sentence: 'нужна вместе с OIDC_ISSUER' }
  if (OIDC_CLIENT_SECRET === undefined) return { name: 'OIDC_CLIENT_SECRET', sentence: 'нужна вместе с OIDC_ISSUER' }
  if (OIDC_ROLE_CLAIM === undefined && OIDC_ROLES !== undefined)
    return { name: 'OIDC_ROLES', sentence: 'задают только вместе с OIDC_ROLE_CLAIM' }
  if (OIDC_ROLE_CLAIM !== undefined && OIDC_ROLES === undefined)
    return { name: 'OIDC_ROLE_CLAIM', sentence: 'задают только вместе с OIDC_ROLES' }
  return {
    // the same with and without a slash at the end of a bare host: identities are kept under it
    issuer: new URL(OIDC_ISSUER).href,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    name: OIDC_NAME ?? defaultName,
    roleClaim: OIDC_ROLE_CLAIM ?? null,
    roles: OIDC_ROLES ?? {},
    untypedLogout: variables.OIDC_UNTYPED_LOGOUT === 'true',
  }
}
