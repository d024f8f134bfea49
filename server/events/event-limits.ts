import { hourMs } from '#contract/durations.ts'

/**
 * Max memory of the events, counted in recipients (about 20 bytes each); an event counts as `eventWeight` of them
 * beside its own.
 */
export const maxWeight = 100_000
export const eventWeight = 10

/** How long a page may be away and still receive what it missed, in milliseconds. */
export const keptMs = hourMs

/**
 * Ids are assigned when an act happens, and visible when it commits: a smaller one may follow a larger one, by as much
 * as acts may last, in milliseconds.
 */
export const maxActMs = 60_000
