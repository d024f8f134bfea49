import { type Config, isEverywhere } from '#server/config.ts'

/** Printed in README.md, and by each start of a demo school. */
export const publishedPassword = 'demo-password'

/**
 * Everybody of the demo school has an address here (`demo/content/people.ts`), which no real person can have (RFC
 * 2606).
 */
export const demoHost = '@demo.example'

/**
 * Whether the demo school's accounts are closed to the password that everybody knows: on a site that others can reach,
 * unless it is a demo by `DEMO=true`.
 */
export const closesDemoAccounts = ({ demo, behindProxy, host }: Pick<Config, 'demo' | 'behindProxy' | 'host'>) =>
  !demo && (behindProxy || isEverywhere(host))

/** Whether somebody signs in to an account of the demo school with the password that everybody knows. */
export const isDemoSignIn = ({ email, password }: { email: string | null; password: string }) =>
  password === publishedPassword && email !== null && email.endsWith(demoHost)
