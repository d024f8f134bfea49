import type { BulkAct } from '#contract/reviews/reviews.schema.ts'
import { canMove } from '#contract/tasks/tasks.policy.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { fullName } from '#contract/users/names.ts'
import { formatScore } from '#web/tasks/task-steps.ts'
import { formatMoment } from '#web/ui/dates.ts'

export type BulkAction = BulkAct['action']

/** What an act will do to a task, or why it will be refused. */
export interface Preview {
  row: TaskRow
  refused: boolean
  text: string
}

const ok = (row: TaskRow, text: string): Preview => ({ row, refused: false, text })
const no = (row: TaskRow, text: string): Preview => ({ row, refused: true, text })

/** Nobody is given points this way: an accepted task keeps a mark from the journal, if it has one. */
const markOf = ({ score, mark }: TaskRow) =>
  score === null ? ', без оценки' : `, с оценкой из журнала: ${formatScore(score, mark)}`

const judge = (row: TaskRow, to: 'accepted' | 'returned', userId: number) => {
  const status = row.status.slug
  if (!canMove(status, 'review')) return no(row, status === 'draft' ? 'ещё не сдана' : `уже «${row.status.name}»`)
  const { lease } = row
  const held = lease && lease.user.id !== userId ? `, хотя её сейчас проверяет ${fullName(lease.user)}` : ''
  return ok(row, `станет «${taskStatuses[to].name}»${to === 'accepted' ? markOf(row) : ''}${held}`)
}

const extend = (row: TaskRow, until: string | null) => {
  const status = row.status.slug
  if (status !== 'submitted' && !canMove(status, 'submit'))
    return no(row, `уже «${row.status.name}»: продлевать нечего`)
  const current = row.due_at ?? row.closes_at
  if (current === null) return no(row, 'у задания нет срока')
  if (until && until <= current) return no(row, `срок и так до ${formatMoment(current)}`)
  return ok(
    row,
    until ? `срок: ${formatMoment(current)} → ${formatMoment(until)}` : `срок сейчас: ${formatMoment(current)}`,
  )
}

const remind = (row: TaskRow) =>
  canMove(row.status.slug, 'submit')
    ? ok(row, row.status.slug === 'returned' ? 'напомним доработать' : 'напомним сдать')
    : no(row, `«${row.status.name}»: напоминать не о чем`)

/** What an act will do to each of the tasks; the server decides, by the same rules. */
export const previewOf = (action: BulkAction, rows: TaskRow[], userId: number, until: string | null): Preview[] =>
  rows.map((row) => {
    switch (action) {
      case 'accept':
        return judge(row, 'accepted', userId)
      case 'return':
        return judge(row, 'returned', userId)
      case 'extend':
        return extend(row, until)
      default:
        return remind(row)
    }
  })
