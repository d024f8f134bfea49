import { createHash, randomBytes } from 'node:crypto'
import { dayMs } from '#contract/durations.ts'
import type { Db } from '#server/db/database.ts'
import { countProjectView } from '#server/projects/projects.repo.ts'

/** How many readers per day are told apart; beyond that every opening counts. */
const maxReaders = 500_000

const day = () => Math.floor(Date.now() / dayMs)

/**
 * Counts openings once per reader and day. Nobody is tracked: a reader is a hash with a salt that exists only in the
 * memory of this process and is replaced every day; neither people nor addresses are kept.
 */
export const createViewCounter = () => {
  let today = day()
  let salt = randomBytes(32)
  let seen = new Set<string>()
  return async (db: Db, projectId: number, reader: string) => {
    if (day() !== today) {
      today = day()
      salt = randomBytes(32)
      seen = new Set()
    }
    const mark = createHash('sha256').update(salt).update(`${projectId}:${reader}`).digest('base64')
    if (seen.has(mark)) return
    if (seen.size < maxReaders) seen.add(mark)
    await countProjectView(db, projectId)
  }
}
