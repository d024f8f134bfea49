import { type SQLWrapper, sql } from 'drizzle-orm'

/**
 * After this many failed tries something is set aside until a curator repeats it: some twenty hours after the first
 * one.
 */
export const maxTries = 30

const maxPauseSeconds = 3600

/** Longer than any pause: what has failed waits for longer only because the clock was wrong then. */
export const impossiblePause = sql`now() + ${2 * maxPauseSeconds} * interval '1 second'`

/**
 * The pause after a failure, as an interval: `firstSeconds`, then twice as long each time, max an hour. `attempts`:
 * earlier ones.
 */
export const pauseAfter = (attempts: SQLWrapper, firstSeconds: number) =>
  sql`least(${firstSeconds} * power(2, least(${attempts}, 20)), ${maxPauseSeconds}) * interval '1 second'`

/** The moment when it is set aside: now, after the last try; null before. */
export const setAsideAfter = (attempts: SQLWrapper) => sql`case when ${attempts} + 1 >= ${maxTries} then now() end`
