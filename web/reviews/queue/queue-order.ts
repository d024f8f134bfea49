import type { TaskAsk, TaskRow } from '#contract/tasks/tasks.schema.ts'

/**
 * Returns the tasks after this one, in the order in which they are to be answered: none that somebody else has open,
 * nor one of `judged`, whatever an older list contains. Where tasks are listed for what their students `asks`, they may
 * be in any state.
 */
export const tasksAfter = (
  rows: TaskRow[],
  taskId: number | null,
  userId: number,
  judged: Set<number>,
  asks?: TaskAsk,
) => {
  const index = rows.findIndex(({ id }) => id === taskId)
  const order = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))]
  return order.filter(
    ({ id, status, lease }) =>
      (asks || status.slug === 'submitted') && !judged.has(id) && (!lease || lease.user.id === userId),
  )
}

/** The row beside the open one; the first when none is open. */
export const rowBeside = (rows: TaskRow[], taskId: number | null, step: 1 | -1) => {
  const index = rows.findIndex(({ id }) => id === taskId)
  return index < 0 ? rows[0] : rows[index + step]
}
