import { maxVersions } from '#contract/lessons/lesson-versions.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { insertUsesOf } from '#server/files/file-uses.repo.ts'
import { found } from '#server/http/refusal.ts'
import { deleteOldVersions, findNewestVersion, findTexts, insertVersion } from '#server/lessons/lesson-versions.repo.ts'

type Texts = NonNullable<Awaited<ReturnType<typeof findTexts>>>

const addVersion = async (
  tx: Db,
  lessonId: number,
  { name, content, assignment_text, assignment_id }: Texts,
  saved: { user_id: number | null; created_at: string },
) => {
  const id = await insertVersion(tx, { lesson_id: lessonId, name, content, assignment_text, ...saved })
  const lesson = { owner: 'lesson' as const, id: lessonId }
  const assignment = assignment_id === null ? [] : [{ owner: 'assignment' as const, id: assignment_id }]
  await insertUsesOf(tx, [lesson, ...assignment], { owner: 'lesson-version', id })
}

/**
 * Keeps what a lesson is before its first change since versions are kept: nobody knows who wrote it. Its files are used
 * by the version before the change may end their uses. First lock the course.
 */
export const keepFirstVersion = async (tx: Db, lessonId: number) => {
  if (await findNewestVersion(tx, lessonId)) return
  const texts = found(await findTexts(tx, lessonId))
  await addVersion(tx, lessonId, texts, { user_id: null, created_at: texts.created_at })
}

/** Keeps what was saved of a lesson, unless that is what its newest version says. First lock the course. */
export const keepVersion = async (tx: Db, actor: Actor, lessonId: number) => {
  const texts = found(await findTexts(tx, lessonId))
  const newest = await findNewestVersion(tx, lessonId)
  const isSame = (['name', 'content', 'assignment_text'] as const).every((part) => newest?.[part] === texts[part])
  if (isSame) return
  await addVersion(tx, lessonId, texts, { user_id: actor.id, created_at: new Date().toISOString() })
  await deleteOldVersions(tx, lessonId, maxVersions)
}
