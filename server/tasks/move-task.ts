import { canMove, type TaskMove } from '#contract/tasks/tasks.policy.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { lockTask } from '#server/tasks/tasks.repo.ts'
import type { TaskRecord } from '#server/tasks/tasks.table.ts'

const refusals: Record<TaskMove, string> = {
  saveDraft: 'черновик сейчас не изменить',
  submit: 'отправить её ещё раз нельзя',
  withdraw: 'забрать её нельзя',
  review: 'проверять сейчас нечего',
  reopen: 'вернуть её на проверку нельзя',
  excuse: 'освобождать уже не нужно',
}

/** 409 with the current state, when the table does not allow the move. */
export const checkMove = (task: TaskRecord, move: TaskMove) => {
  if (canMove(task.status, move)) return
  const state = taskStatuses[task.status].name
  throw new Refusal('wrong-state', { detail: `Работа в состоянии «${state}»: ${refusals[move]}.` })
}

/** Makes one move of a task in a transaction that locks its row: acts on one task run one after another. */
export const moveTask = <Result>(
  db: Db,
  taskId: number,
  move: TaskMove,
  act: (tx: Db, task: TaskRecord, at: string) => Promise<Result>,
) =>
  db.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
    checkMove(task, move)
    return act(tx, task, new Date().toISOString())
  })
