const minutes = 60_000

/** How often, at most (product decision: limits). `window` in milliseconds. */
export const authLimits = {
  failedSignInsPerAccount: { count: 10, window: 15 * minutes },
  failedSignInsPerAddress: { count: 300, window: 15 * minutes },
  registrationsPerAddress: { count: 100, window: 60 * minutes },
  parentLettersPerAddress: { count: 5, window: 60 * minutes },
  forgottenPasswordsPerAccount: { count: 5, window: 60 * minutes },
}
export type Limit = (typeof authLimits)[keyof typeof authLimits]
