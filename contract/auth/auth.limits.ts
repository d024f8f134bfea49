const minutes = 60_000

/** Max `count` within `window`, in milliseconds. */
export interface Limit {
  count: number
  window: number
}

/** The window of a quota: a whole day back from now, in milliseconds. */
export const day = 24 * 60 * minutes

/**
 * Limits on calls (product decision: limits). A network is an IPv4 address or the /64 of an IPv6 one; a pair is an
 * account as guessed at from one network.
 */
export const authLimits = {
  wrongPasswordsPerPair: { count: 10, window: 15 * minutes },
  wrongPasswordsPerNetwork: { count: 300, window: 15 * minutes },
  /** Wrong codes of the second factor, from all networks: only somebody who has the password may guess. */
  wrongCodesPerAccount: { count: 20, window: 60 * minutes },
  registrationsPerNetwork: { count: 100, window: 60 * minutes },
  /** Sign-ins that a network begins by the identity provider: a school shares one. */
  providerSignInsPerNetwork: { count: 1000, window: 15 * minutes },
  /** Messages of the provider that somebody has signed out; a stranger's are read, too. */
  providerLogoutsPerNetwork: { count: 3000, window: 15 * minutes },
  parentLettersPerAddress: { count: 5, window: 60 * minutes },
  /** Letters that ask to confirm an address: to one address, and by one account that corrects its own. */
  confirmLettersPerAddress: { count: 5, window: 60 * minutes },
  forgottenPasswordsPerAccount: { count: 5, window: 60 * minutes },
  forgottenPasswordsPerNetwork: { count: 30, window: 60 * minutes },
  /** Letters with a new link to the page of a parent, who has lost the old one. */
  familyLettersPerAddress: { count: 3, window: 60 * minutes },
  familyLettersPerNetwork: { count: 30, window: 60 * minutes },
} satisfies Record<string, Limit>
