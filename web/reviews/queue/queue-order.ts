import type { Task, TaskAsk, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import type { TaskList } from '#web/tasks/tasks.queries.ts'

/** The open task in the order of the queue. */
export interface OpenTask {
  id: number
  /** The moment that the queue is ordered by; null while it is unknown, or there is none. */
  at: string | null
}

type Page = Pick<TaskList, 'tasks' | 'page' | 'pages'>

const momentOf = (row: Pick<TaskRow, 'submitted_at' | 'question_at' | 'extension_asked'>, asks?: TaskAsk) =>
  asks === 'question' ? row.question_at : asks === 'extension' ? row.extension_asked : row.submitted_at

/** The moment that orders a task in the queue, or in the list of what students ask. */
export const momentOfTask = (task: Task, asks?: TaskAsk) =>
  momentOf({ ...task, submitted_at: latestAttempt(task)?.submitted_at ?? null }, asks)

/** Whether the queue has a row after the place of the open task; drafts are last. */
const isAfter = (row: TaskRow, { id, at }: OpenTask, asks?: TaskAsk) => {
  const moment = momentOf(row, asks)
  return at !== null && (moment === null || moment > at || (moment === at && row.id > id))
}

/** The rows around the open task, by their indices; around where it would be when it is not among them. */
const placeOf = (rows: TaskRow[], open: OpenTask | null, asks?: TaskAsk) => {
  const index = rows.findIndex(({ id }) => id === open?.id)
  if (index >= 0) return { isListed: true, before: index - 1, after: index + 1 }
  const after = open?.at ? rows.findIndex((row) => isAfter(row, open, asks)) : 0
  const end = after < 0 ? rows.length : after
  return { isListed: false, before: end - 1, after: end }
}

/**
 * Returns the tasks after this one, in the order in which they are to be answered: none that somebody else has open,
 * nor one of `judged`, whatever an older list contains. Where tasks are listed for what their students `asks`, they may
 * be in any state.
 */
export const tasksAfter = (
  rows: TaskRow[],
  open: OpenTask | null,
  userId: number,
  judged: Set<number>,
  asks?: TaskAsk,
) => {
  const { before, after } = placeOf(rows, open, asks)
  const order = [...rows.slice(after), ...rows.slice(0, before + 1)]
  return order.filter(
    ({ id, status, lease }) =>
      (asks || status.slug === 'submitted') && !judged.has(id) && (!lease || lease.user.id === userId),
  )
}

/** The pages that the open task may be on when it is not on this one; null when it is, or would be. */
const otherPages = ({ tasks, page, pages }: Page, open: OpenTask, asks?: TaskAsk) => {
  const { isListed, after } = placeOf(tasks, open, asks)
  if (isListed || open.at === null) return null
  if (after === 0 && page > 1) return [1, page - 1] as const
  return after === tasks.length && page < pages ? ([page + 1, pages] as const) : null
}

/** Where the queue ends towards the open task, when that is on another page: the step there and the page; else null. */
export const endTowards = (list: Page, open: OpenTask, asks?: TaskAsk) => {
  const elsewhere = otherPages(list, open, asks)
  if (!elsewhere) return null
  return elsewhere[0] > list.page ? ({ by: 1, page: list.pages } as const) : ({ by: -1, page: 1 } as const)
}

/** Whether these rows contain one that is beside the open task, or beside where it would be. */
export const hasBeside = (rows: TaskRow[], open: OpenTask | null, step: 1 | -1, asks?: TaskAsk) => {
  const { before, after } = placeOf(rows, open, asks)
  return rows[step === 1 ? after : before] !== undefined
}

/**
 * The row of this page beside the open task, or beside where it would be; the first when none is open. Undefined where
 * the queue ends, or continues on another page.
 */
export const rowBeside = (list: Page | undefined, open: OpenTask | null, step: 1 | -1, asks?: TaskAsk) => {
  const rows = list?.tasks ?? []
  if (!list || !open) return rows[0]
  const { isListed, before, after } = placeOf(rows, open, asks)
  if (!isListed && open.at === null) return rows[0]
  return otherPages(list, open, asks) ? undefined : rows[step === 1 ? after : before]
}

/** The same on whatever page it is, which `load` loads. */
export const findBeside = async (
  list: Page,
  open: OpenTask | null,
  step: 1 | -1,
  asks: TaskAsk | undefined,
  load: (page: number) => Promise<Page>,
): Promise<{ row: TaskRow; page: number } | undefined> => {
  const row = rowBeside(list, open, step, asks)
  if (row) return { row, page: list.page }
  let { page } = list
  const elsewhere = open && otherPages(list, open, asks)
  if (elsewhere) {
    // the first page that ends after the task
    let [low, high] = elsewhere
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const last = (await load(middle)).tasks.at(-1)
      if (last && isAfter(last, open, asks)) high = middle
      else low = middle + 1
    }
    page = low
    const { tasks } = await load(page)
    const { before, after } = placeOf(tasks, open, asks)
    const found = tasks[step === 1 ? after : before]
    if (found) return { row: found, page }
  }
  const to = page + step
  if (to < 1 || to > list.pages) return undefined
  const { tasks } = await load(to)
  const edge = step === 1 ? tasks[0] : tasks.at(-1)
  return edge && { row: edge, page: to }
}
