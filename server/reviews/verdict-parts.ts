import type { Criterion } from '#contract/lessons/assignment.schema.ts'
import { type CriterionResult, levelShare, type Verdict } from '#contract/reviews/reviews.schema.ts'
import type { Db } from '#server/db/database.ts'
import { listUses } from '#server/files/file-uses.repo.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { type KeptRemark, listOpenRemarks, listRemarksOf } from '#server/reviews/reviews.repo.ts'
import type { RemarkRecord } from '#server/reviews/reviews.table.ts'
import { attemptOf } from '#server/tasks/task-files.ts'
import type { AttemptRecord } from '#server/tasks/tasks.table.ts'

/**
 * The judged criteria, with their current text; 422 for one that the assignment does not have, 409 for one that was
 * judged by other points than it has by now.
 */
export const judgeCriteria = (criteria: Criterion[], judged: Verdict['criteria'] = []): CriterionResult[] => {
  if (new Set(judged.map(({ criterion_id }) => criterion_id)).size < judged.length) {
    throw invalid('criteria', 'Один критерий отмечен дважды. Обновите страницу и отметьте ещё раз.')
  }
  return judged.map(({ criterion_id, level, note = '', points: seen }) => {
    const criterion = criteria.find(({ id }) => id === criterion_id)
    if (!criterion) {
      throw invalid(
        'criteria',
        'Критерии задания изменились, пока вы проверяли. Откройте работу заново и отметьте их ещё раз.',
      )
    }
    const { name, description, points } = criterion
    if (seen !== undefined && seen !== (points ?? null)) throw new Refusal('criteria-behind')
    return {
      criterion_id,
      name,
      ...(description === undefined ? {} : { description }),
      points: points ?? null,
      earned: points === undefined ? null : points * levelShare[level],
      level,
      note,
    }
  })
}

/** Checks that new remarks point at files of their attempt. */
const checkAnchors = async (tx: Db, attempt: AttemptRecord, remarks: KeptRemark[]) => {
  const named = remarks.flatMap(({ anchor }) => (anchor && 'file_id' in anchor ? anchor.file_id : []))
  if (named.length === 0) return
  const files = new Set((await listUses(tx, attemptOf(attempt))).map(({ file_id }) => file_id))
  if (named.some((id) => !files.has(id))) {
    throw invalid('remarks', 'Одно из замечаний отмечено на файле, которого нет в этой попытке. Отметьте место заново.')
  }
}

/**
 * The remarks of a verdict. Those with an id continue from earlier attempts with their text and place; 422 for one of
 * another task. A task returned without a list of remarks keeps its open ones.
 */
export const remarksOf = async (
  tx: Db,
  attempt: AttemptRecord,
  { verdict, remarks }: Pick<Verdict, 'verdict' | 'remarks'>,
): Promise<{ kept: KeptRemark[]; known: RemarkRecord[] }> => {
  if (!remarks) {
    const known = verdict === 'returned' ? await listOpenRemarks(tx, attempt.task_id) : []
    return { kept: known.map(({ id, text }) => ({ id, text, done: false })), known }
  }
  const kept = remarks.map(({ id, text, done = false, anchor = null }) => ({ id, text, done, anchor }))
  const ids = kept.flatMap(({ id }) => id ?? [])
  const known = await listRemarksOf(tx, attempt.task_id, ids)
  if (known.length < ids.length) {
    throw invalid('remarks', 'Одно из замечаний не относится к этой работе. Обновите страницу и проверьте список.')
  }
  await checkAnchors(
    tx,
    attempt,
    kept.filter(({ id }) => id === undefined),
  )
  return { kept, known }
}
