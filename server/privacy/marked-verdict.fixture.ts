import { verdictKey } from '#contract/reviews/verdict-draft.ts'
import type { Db } from '#server/db/database.ts'
import { drafts } from '#server/drafts/drafts.table.ts'
import { hoursAgo } from '#server/tasks/tasks.factory.ts'

/** A verdict that a reviewer has begun, with a passage of the task that it is about; returns the id of its draft. */
export const addBegunVerdict = async (
  db: Db,
  { user_id, task_id, quote }: { user_id: number; task_id: number; quote: string },
) => {
  const remark = { text: 'Уточните', anchor: { kind: 'text', start: 0, end: 5, quote } }
  const value = { attempt: 2, verdict: { remarks: [remark] } }
  const [draft] = await db
    .insert(drafts)
    .values({ user_id, key: verdictKey(task_id), value, revision: 1, saved_at: hoursAgo(1) })
    .returning({ id: drafts.id })
  return draft?.id as number
}
