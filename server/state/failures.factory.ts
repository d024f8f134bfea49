import type { Db } from '#server/db/database.ts'
import { effects } from '#server/effects/effects.table.ts'
import { maxTries } from '#server/effects/pauses.repo.ts'

/** Adds an effect that was set aside after its last try; repeated, it succeeds, since there is no such project. */
export const buildFailure = async (db: Db) => {
  await db.insert(effects).values({
    kind: 'project-liked',
    payload: { project_id: 2_000_000_000, actor_id: 1 },
    attempts: maxTries,
    last_error: 'mail-away',
    set_aside_at: new Date().toISOString(),
  })
}
