import { randomInt } from 'node:crypto'

/** Whether this is `npm run faults`: each fault comes more often, and lasts longer, than in `npm test`. */
export const isLong = process.env.FAULTS === 'long'

/** What decides about moments and kinds; FAULTS_SEED repeats a run. */
export const seed = Number(process.env.FAULTS_SEED) || randomInt(2 ** 31)
