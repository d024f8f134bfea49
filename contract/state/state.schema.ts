import { z } from 'zod'
import { Id, Moment } from '#contract/http/fields.ts'
import { keysOf } from '#contract/records.ts'
import { policyDirectives } from '#contract/state/policy-reports.ts'
import { stateParts } from '#contract/state/state-parts.ts'

/** How a part of the site is: works, works but needs a look, or does not work. */
export const StateLevel = z.enum(['fine', 'warning', 'failure'])
export type StateLevel = z.infer<typeof StateLevel>

/** A part of the site, in sentences for curators. */
export const StatePart = z.object({
  part: z.enum(stateParts),
  level: StateLevel,
  /** What it is like now; never empty. */
  facts: z.array(z.string()),
  /** What to do, most urgent first; empty when there is nothing to do. */
  advice: z.array(z.string()),
  /** When what it is about happened, such as the last backup; null where there is no such moment. */
  at: Moment.nullable(),
})
export type StatePart = z.infer<typeof StatePart>

export const SiteState = z.object({
  /** When it was measured: some seconds ago at most. */
  at: Moment,
  /** The worst of its parts. */
  level: StateLevel,
  parts: z.array(StatePart),
})
export type SiteState = z.infer<typeof SiteState>

/** What waits to happen: consequences of acts, letters about events, push messages about events. */
const failureQueues = ['effects', 'letters', 'push'] as const

const queued = { queue: z.enum(failureQueues), id: Id }

/** Something that has failed as often as it is tried, and waits for a curator. */
export const Failure = z.object({
  ...queued,
  /** What it is, in Russian. */
  name: z.string(),
  /** When the act happened that it follows from. */
  since: Moment,
  set_aside_at: Moment,
  attempts: z.number().int(),
  /** Why the last try failed: a sentence without anything about people. */
  reason: z.string(),
  /** Whether it can be removed: what the law asks for can only be repeated. */
  removable: z.boolean(),
})
export type Failure = z.infer<typeof Failure>

/** How many failures are listed, the newest first. */
export const maxFailures = 100

/** Which failures an act is about: these, or all there are. */
export const FailureChoice = z.union(
  [z.object({ all: z.literal(true) }), z.object({ items: z.array(z.object(queued)).min(1).max(maxFailures) })],
  'Выберите, что повторить или убрать',
)
export type FailureChoice = z.infer<typeof FailureChoice>

/** What browsers have refused to load or run on a page because of the content policy, added up. */
export const PolicyReport = z.object({
  directive: z.enum(keysOf(policyDirectives)),
  /**
   * Scheme and host of what was refused, or a word: `inline`, `eval`, `data`, `blob`; `self` for this site; may be
   * empty.
   */
  blocked: z.string(),
  /** The address of the page as the router spells it: without ids and secrets; empty for an unknown one. */
  page: z.string(),
  count: z.number().int(),
  first_at: Moment,
  last_at: Moment,
})
export type PolicyReport = z.infer<typeof PolicyReport>
