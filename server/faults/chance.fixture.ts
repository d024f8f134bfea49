import { randomInt } from 'node:crypto'

/** Whether this is `npm run faults`: each fault comes more often, and lasts longer, than in `npm test`. */
export const isLong = process.env.FAULTS === 'long'

/** What decides about moments and kinds; FAULTS_SEED repeats a run. */
export const seed = Number(process.env.FAULTS_SEED) || randomInt(2 ** 31)

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
