import type { StateLevel, StatePart } from '#contract/state/state.schema.ts'
import type { StatePartName } from '#contract/state/state-parts.ts'
import type { Finding } from '#server/doctor/checks.ts'

const order: readonly StateLevel[] = ['fine', 'warning', 'failure']

/** The worst of some levels. */
export const worst = (levels: StateLevel[]): StateLevel =>
  order[Math.max(0, ...levels.map((level) => order.indexOf(level)))] as StateLevel

/**
 * A part of the site's state, from facts and from findings: one that is fine is a fact, any other is advice and decides
 * the level.
 */
export const judgePart = (
  part: StatePartName,
  facts: string[],
  findings: Finding[] = [],
  at: string | null = null,
): StatePart => {
  const [fine, others] = [
    findings.filter(({ state }) => state === 'fine'),
    findings.filter(({ state }) => state !== 'fine'),
  ]
  return {
    part,
    level: worst(others.map(({ state }) => state)),
    facts: [...facts, ...fine.map(({ text }) => text)],
    advice: others.toSorted((a, b) => order.indexOf(b.state) - order.indexOf(a.state)).map(({ text }) => text),
    at,
  }
}
