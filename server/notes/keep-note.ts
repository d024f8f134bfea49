import type { LessonNote, LessonNoteChange } from '#contract/notes/notes.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findNote, lockNote, type NoteRecord, updateNote } from '#server/notes/notes.repo.ts'

const present = ({ text, highlights, revision, saved_at }: NoteRecord): LessonNote => ({
  text,
  highlights,
  revision,
  saved_at,
})

/** The actor's own note on a lesson; one that does not exist is empty, at revision 0. */
export const loadNote = async (db: Db, actor: Actor, lessonId: number): Promise<LessonNote> => {
  const note = actor.looker_id ? null : await findNote(db, actor.id, lessonId)
  return note ? present(note) : { text: '', highlights: [], revision: 0, saved_at: null }
}

/** Keeps the actor's own note on a lesson unless another save came after `revision` (409). */
export const keepNote = (db: Db, actor: Actor, lessonId: number, { revision, ...value }: LessonNoteChange) =>
  db.transaction(async (tx) => {
    const note = await lockNote(tx, actor.id, lessonId)
    if (note.revision !== revision) throw new Refusal('draft-behind')
    return present(await updateNote(tx, note, value))
  })
