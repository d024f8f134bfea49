import { and, eq, lt, sql } from 'drizzle-orm'
import type { LessonNoteChange } from '#contract/notes/notes.schema.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { lessonNotes } from '#server/notes/notes.table.ts'

export type NoteRecord = typeof lessonNotes.$inferSelect

const isOf = (userId: number, lessonId: number) =>
  and(eq(lessonNotes.user_id, userId), eq(lessonNotes.lesson_id, lessonId))

export const findNote = async (db: Db, userId: number, lessonId: number) => {
  const [note] = await db.select().from(lessonNotes).where(isOf(userId, lessonId))
  return note ?? null
}

/** A person's note, created when there is none, and locked until the transaction ends: saves run one after another. */
export const lockNote = async (tx: Db, userId: number, lessonId: number) => {
  const begun = { text: '', highlights: [], revision: 0, saved_at: new Date().toISOString() }
  await tx
    .insert(lessonNotes)
    .values({ ...begun, user_id: userId, lesson_id: lessonId })
    .onConflictDoNothing()
  return onlyRow(await tx.select().from(lessonNotes).where(isOf(userId, lessonId)).for('no key update'))
}

/** Sets what a note says. */
export const updateNote = async (
  tx: Db,
  { user_id, lesson_id, revision }: NoteRecord,
  { text, highlights }: Pick<LessonNoteChange, 'text' | 'highlights'>,
) => {
  const rows = await tx
    .update(lessonNotes)
    .set({ text, highlights, revision: revision + 1, saved_at: new Date().toISOString() })
    .where(isOf(user_id, lesson_id))
    .returning()
  return onlyRow(rows)
}

/** Deletes notes that were emptied at least a quarter of a year ago. */
export const deleteEmptiedNotes = async (db: Db) => {
  await db
    .delete(lessonNotes)
    .where(
      and(
        sql`btrim(${lessonNotes.text}) = ''`,
        sql`${lessonNotes.highlights} = '[]'`,
        lt(lessonNotes.saved_at, sql`now() - interval '90 days'`),
      ),
    )
}
