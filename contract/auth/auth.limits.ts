import { hourMs, minuteMs } from '#contract/durations.ts'

/** Max `count` within `window`, in milliseconds. */
export interface Limit {
  count: number
  window: number
}

/**
 * Limits on calls (product decision: limits). A network is an IPv4 address or the /64 of an IPv6 one; a pair is an
 * account as guessed at from one network.
 */
export const authLimits = {
  wrongPasswordsPerPair: { count: 10, window: 15 * minuteMs },
  wrongPasswordsPerNetwork: { count: 300, window: 15 * minuteMs },
  /** Wrong codes of the second factor, from all networks: only somebody who has the password may guess. */
  wrongCodesPerAccount: { count: 20, window: hourMs },
  registrationsPerNetwork: { count: 100, window: hourMs },
  /** Sign-ins that a network begins by the identity provider: a school shares one. */
  providerSignInsPerNetwork: { count: 1000, window: 15 * minuteMs },
  /** Messages of the provider that somebody has signed out; a stranger's are read, too. */
  providerLogoutsPerNetwork: { count: 3000, window: 15 * minuteMs },
  parentLettersPerAddress: { count: 5, window: hourMs },
  /** Letters that ask to confirm an address: to one address, and by one account that corrects its own. */
  confirmLettersPerAddress: { count: 5, window: hourMs },
  forgottenPasswordsPerAccount: { count: 5, window: hourMs },
  forgottenPasswordsPerNetwork: { count: 30, window: hourMs },
  /** Letters with a new link to the page of a parent, who has lost the old one. */
  familyLettersPerAddress: { count: 3, window: hourMs },
  familyLettersPerNetwork: { count: 30, window: hourMs },
} satisfies Record<string, Limit>
