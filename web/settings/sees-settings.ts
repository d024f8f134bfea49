import type { NeededRight } from '#contract/users/curator-rights.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'

/** What each tab of the settings needs, by its name in the address; the first has none. */
export const tabRights = {
  '': 'all',
  periods: 'all',
  home: 'all',
  documents: 'all',
  consents: 'people',
  integrations: 'all',
  audit: 'all',
  security: 'all',
  state: 'all',
  reports: 'projects',
} as const satisfies Record<string, NeededRight>

/** Whether a tab of the settings is for the actor. */
export const seesTab = (actor: Actor | null, tab: keyof typeof tabRights) => curates(actor, tabRights[tab])

/** Whether any of them is. */
export const seesSettings = (actor: Actor | null) => Object.values(tabRights).some((right) => curates(actor, right))
