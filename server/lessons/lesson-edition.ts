import { createHash } from 'node:crypto'
import { fullName } from '#contract/users/names.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { findTexts, listVersions } from '#server/lessons/lesson-versions.repo.ts'

interface Texts {
  name: string
  content: string
  /** Null for a lesson without an assignment. */
  assignment_text: string | null
}

/** Names the texts of a lesson: the same for the same texts. */
export const editionOf = ({ name, content, assignment_text }: Texts) =>
  createHash('sha256')
    .update(JSON.stringify([name, content, assignment_text]))
    .digest('base64url')

/** 409 when the lesson has other texts than those that a change began with. First lock the course. */
export const checkEdition = async (tx: Db, actor: Actor, lessonId: number, edition: string) => {
  if (editionOf(found(await findTexts(tx, lessonId))) === edition) return
  const [newest] = await listVersions(tx, lessonId)
  const other = newest?.person && newest.person.id !== actor.id ? `: ${fullName(newest.person)}` : ' в другом окне'
  throw new Refusal('conflict', {
    detail: `Пока вы писали, этот урок сохранили${other}. Сравните обе версии и выберите, с какой продолжить.`,
  })
}
