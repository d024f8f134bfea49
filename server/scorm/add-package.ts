import { randomBytes } from 'node:crypto'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import type { ReadPackage } from '#server/scorm/read-package.ts'
import { insertPackage } from '#server/scorm/scorm.repo.ts'

/** Lets a package that was read from a stored file run in a lesson. */
export const addPackage = async (
  tx: Db,
  actor: Actor,
  { lesson_id, file_id }: { lesson_id: number; file_id: string },
  { title, version, items, entries }: ReadPackage,
) => {
  const scorm = await insertPackage(
    tx,
    { lesson_id, file_id, title, version, items, link_key: randomBytes(32) },
    entries,
  )
  await keepFiles(tx, actor, { owner: 'scorm-package', id: scorm.id }, { ids: [file_id] })
  await updateLesson(tx, lesson_id, { scorm: true })
  return scorm
}
