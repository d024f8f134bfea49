import { isEmptyRichText } from '#contract/content/rich-text.ts'
import type { Db } from '#server/db/database.ts'
import { type FileUser, listUses } from '#server/files/file-uses.repo.ts'
import type { TaskRecord } from '#server/tasks/tasks.table.ts'

/** The draft of a task as a user of files. */
export const draftOf = ({ id }: Pick<TaskRecord, 'id'>): FileUser => ({ owner: 'task-draft', id })

/** An attempt as a user of files, which never change once it is handed in. */
export const attemptOf = ({ id }: { id: number }): FileUser => ({ owner: 'attempt', id })

/** Whether a draft is empty: no text, no link, and no file in its list. */
export const isEmptyDraft = async (db: Db, task: Pick<TaskRecord, 'id' | 'draft_content' | 'draft_link'>) =>
  isEmptyRichText(task.draft_content) &&
  task.draft_link === null &&
  (await listUses(db, draftOf(task))).every(({ position }) => position === null)
