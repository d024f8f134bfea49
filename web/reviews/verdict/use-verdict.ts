import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/http/endpoint.ts'
import { markHint, pointsGrading } from '#contract/journal/scales.ts'
import type { Criterion } from '#contract/lessons/assignment.schema.ts'
import { maxScoreOf } from '#contract/lessons/max-points.ts'
import { maxScore } from '#contract/lessons/max-score.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { type CriterionLevel, earnedPoints, levelShare } from '#contract/reviews/reviews.schema.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { act, takeResponse } from '#web/data/act.ts'
import { keyOf } from '#web/data/endpoint-query.ts'
import type { DraftCriterion, VerdictDraft } from '#web/reviews/verdict/verdict-draft.ts'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import type { TaskList } from '#web/tasks/tasks.queries.ts'

/** A verdict on its way to the server. */
export type VerdictBody = CallInput<typeof reviewsApi.review>['body']

/**
 * The verdict as it is sent: a remark still in its field is asked about first; an acceptance has no earlier remarks
 * left to fix.
 */
export const verdictOf = (
  draft: VerdictDraft,
  verdict: 'accepted' | 'returned',
  seen: { attempt: number; review_revision: number },
  asked: Criterion[],
): VerdictBody => {
  const remarks = draft.remarks
    .filter(({ before, done }) => verdict === 'returned' || !before || done)
    .map(({ id, text, done, anchor = null }) => ({ ...(id === undefined ? {} : { id }), text, done, anchor }))
  const score = verdict === 'accepted' ? typedScore(draft.score) : null
  const criteria = judgedCriteria(draft, asked).map(({ criterion_id, level, note }) => ({
    criterion_id,
    level,
    note: note.trim(),
    points: asked.find(({ id }) => id === criterion_id)?.points ?? null,
  }))
  return { ...seen, verdict, comment: draft.comment.trim(), remarks, score, criteria }
}

/** The content of the score's field as a number; null for an empty field and for what is none. */
const typedScore = (score: number | string) => {
  const value = typeof score === 'number' ? score : Number(score.trim() || Number.NaN)
  return Number.isFinite(value) ? value : null
}

/** The criteria that have been judged, of those the assignment still asks for. */
const judgedCriteria = ({ criteria }: VerdictDraft, asked: Criterion[]) =>
  criteria.filter(
    (judged): judged is DraftCriterion & { level: CriterionLevel } =>
      judged.level !== null && asked.some(({ id }) => id === judged.criterion_id),
  )

/** What the criteria that have been judged add up to by now; null when none has points. */
export const pointsOf = (draft: VerdictDraft, asked: Criterion[]) =>
  earnedPoints(
    judgedCriteria(draft, asked).map(({ criterion_id, level }) => {
      const points = asked.find(({ id }) => id === criterion_id)?.points
      return { earned: points === undefined ? null : points * levelShare[level] }
    }),
  )

/** The criteria with a note and no level: neither is a part of the verdict. */
export const notesAlone = ({ criteria }: VerdictDraft, asked: Criterion[]) =>
  asked
    .filter(({ id }) =>
      criteria.some(({ criterion_id, level, note }) => criterion_id === id && level === null && note.trim() !== ''),
    )
    .map(({ id }) => id)

/** Why the score cannot be sent as it was typed, said at its field. */
export const scoreProblem = (
  score: number | string,
  { assignment, grading = pointsGrading }: Pick<Task, 'assignment' | 'grading'>,
) => {
  if (score === '') return null
  const limit = maxScoreOf(assignment.criteria) ?? maxScore
  const value = typedScore(score)
  // in the other scales a text is what is no mark
  const fits = grading.scale === 'points' ? value !== null && value >= 0 && value <= limit : typeof score === 'number'
  return fits ? null : markHint(limit, grading).replace('от', 'От')
}

/** Moves a row between the counts of every list that shows it, until the lists are loaded again. */
export const moveRow = (client: QueryClient, task: Task) =>
  client.setQueriesData<TaskList>({ queryKey: keyOf(tasksApi.list) }, (list) => {
    const row = list?.tasks?.find(({ id }) => id === task.id)
    if (!list || !row || row.status.slug === task.status.slug) return list
    const { counts } = list
    const from = row.status.slug
    const to = task.status.slug
    // a list of one state holds only rows of that state
    const stays = list.total > counts[from]
    const tasks = stays
      ? list.tasks.map((other) => (other === row ? { ...row, status: task.status, score: task.score } : other))
      : list.tasks.filter((other) => other !== row)
    return {
      ...list,
      tasks,
      total: stays ? list.total : list.total - 1,
      counts: { ...counts, [from]: counts[from] - 1, [to]: counts[to] + 1 },
    }
  })

/** Takes over a task that staff have moved: it leaves the queue, and the header's counts are loaded again. */
export const takeMovedTask = (client: QueryClient, task: Task) => {
  moveRow(client, task)
  // however it was moved, the same is old as after this
  void takeResponse(reviewsApi.undo, { task }, { params: { id: task.id } })
}

/** Puts a task back to review, or frees the student from it. */
export const useMoveWithReason = (taskId: number, move: 'reopen' | 'excuse', onDone: () => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => act(reviewsApi[move], { params: { id: taskId }, body: { reason } }),
    onSuccess: ({ task }) => {
      onDone()
      moveRow(client, task)
    },
  })
}

/** The attempt a verdict would be about. */
export const attemptToReview = (task: Task) => (task.status.slug === 'submitted' ? latestAttempt(task) : undefined)
