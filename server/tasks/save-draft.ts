import type { z } from 'zod'
import type { DraftChange } from '#contract/tasks/tasks.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import type { Db } from '#server/db/database.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { Refusal } from '#server/http/refusal.ts'
import { moveTask } from '#server/tasks/move-task.ts'
import { checkStillStudent } from '#server/tasks/task-access.ts'
import { draftOf } from '#server/tasks/task-files.ts'
import { updateTask } from '#server/tasks/tasks.repo.ts'

/** Keeps the draft unless another save came after `revision`. */
export const saveDraft = (
  db: Db,
  actor: Actor,
  taskId: number,
  { content, file_ids, link, revision }: z.output<typeof DraftChange>,
) =>
  moveTask(db, taskId, 'saveDraft', async (tx, task, at) => {
    await checkStillStudent(tx, actor, task)
    if (revision !== task.draft_revision) throw new Refusal('draft-behind')
    const draft_content = cleanHtml(content, 'answer')
    await keepFiles(tx, actor, draftOf(task), { texts: [draft_content], listed: file_ids })
    await updateTask(tx, taskId, {
      draft_content,
      ...(link === undefined ? {} : { draft_link: link || null }),
      draft_revision: task.draft_revision + 1,
      draft_saved_at: at,
    })
  })
