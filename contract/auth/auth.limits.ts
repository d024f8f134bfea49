const minutes = 60_000

/** So much within `window`, in milliseconds. */
export interface Limit {
  count: number
  window: number
}

/** A quota's window: a whole day back from now, in milliseconds. */
export const day = 24 * 60 * minutes

/**
 * How often, at most (product decision: limits). A network is an IPv4 address or the /64 of an IPv6 one; a pair is an
 * account as it is guessed at from one network.
 */
export const authLimits = {
  wrongPasswordsPerPair: { count: 10, window: 15 * minutes },
  wrongPasswordsPerNetwork: { count: 300, window: 15 * minutes },
  registrationsPerNetwork: { count: 100, window: 60 * minutes },
  parentLettersPerAddress: { count: 5, window: 60 * minutes },
  /** Letters that ask to confirm an address: to one address, and by one account that corrects its own. */
  confirmLettersPerAddress: { count: 5, window: 60 * minutes },
  forgottenPasswordsPerAccount: { count: 5, window: 60 * minutes },
  forgottenPasswordsPerNetwork: { count: 30, window: 60 * minutes },
} satisfies Record<string, Limit>
