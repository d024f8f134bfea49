import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { journalApi } from '#contract/journal/journal.api.ts'
import type { StudentTotal } from '#contract/journal/periods.schema.ts'
import { act } from '#web/data/act.ts'
import { type Answered, changeJournal, type SentBlock, withNewKey, withTotals } from '#web/journal/change-journal.ts'
import { nextOrder } from '#web/journal/change-order.ts'
import {
  checkSaved,
  inJournal,
  MarksMissing,
  type OwnChange,
  type SetTotal,
  type SetWeight,
  sendOnOwn,
  sends,
  settle,
  settleFailed,
} from '#web/journal/pending-changes.ts'
import { totalNow, totalsNow, weightNow } from '#web/journal/replace-score.ts'

/** Totals as they are set together. */
export interface SetTotals extends SentBlock {
  courseId: number
  totals: SetTotal[]
  /** Takes back what one act has set: all of it or none. */
  isWhole?: boolean
  /** Takes back a change that was saved. */
  isBack?: boolean
  /** What these follow from and was on its way, marks, weights and totals of quarters: without it, they are not set. */
  over?: OwnChange[]
}

/** Puts totals as the server has them into the journal that is loaded. */
const putTotals = (client: QueryClient, courseId: number, totals: StudentTotal[]) => {
  const newOf = new Map(totals.map(({ student_id, ...total }) => [`${student_id}:${total.period_id}`, total]))
  changeJournal(client, courseId, (journal) =>
    withTotals(journal, (total, { student }) => newOf.get(`${student.id}:${total.period_id}`) ?? total),
  )
}

/** Sets totals, all or none; until they are saved they are among the pending changes. */
export const useSetTotals = (courseId: number, { onSaved, onRefused }: Answered<SetTotals>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ userId, totals, over = [] }: SetTotals) => {
      checkSaved(over)
      return sendOnOwn(
        totals,
        (totals) =>
          act(journalApi.setTotals, {
            params: { id: courseId },
            as: userId,
            ...withNewKey(),
            body: {
              order: nextOrder(),
              totals: totals.map(({ periodId, student, from, to }) => ({
                period_id: periodId,
                student_id: student.id,
                score: to,
                expected: from,
              })),
            },
          }),
        totalNow,
      )
    },
    scope: inJournal,
    meta: sends('totals', courseId),
    onSuccess: ({ response, sent }, change) => {
      settle(change.totals, 'saved')
      putTotals(client, courseId, response.totals)
      onSaved({ ...change, totals: sent })
    },
    onError: (error, change) => {
      if (error instanceof MarksMissing) settle(change.totals, 'refused')
      else settleFailed(change.totals, error)
      putTotals(client, courseId, totalsNow(error))
      onRefused(error, change)
    },
  })
}

/** Sets how much an assignment counts; until that is saved it is among the pending changes. */
export const useSetWeight = (courseId: number, { onSaved, onRefused }: Answered<SetWeight>) =>
  useMutation({
    mutationFn: (change: SetWeight) =>
      sendOnOwn(
        [change] as [SetWeight],
        ([{ userId, assignmentId, from, to }]) =>
          act(journalApi.setWeights, {
            params: { id: courseId },
            as: userId,
            ...withNewKey(),
            body: { weights: [{ assignment_id: assignmentId, weight: to, expected: from }], order: nextOrder() },
          }),
        weightNow,
      ),
    scope: inJournal,
    meta: sends('weight', courseId),
    onSuccess: ({ sent: [sent] }, change) => {
      settle([change], 'saved')
      onSaved(sent)
    },
    onError: (error, change) => {
      settleFailed([change], error)
      onRefused(error, change)
    },
  })
