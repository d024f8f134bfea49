import type { Query } from '@tanstack/react-query'
import type { LiveEvent, TaskHappening } from '#contract/events/events.schema.ts'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import type { Task, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { queryClient } from '#web/app/query-client.ts'
import { currentUser } from '#web/auth/session.ts'
import { isFollowed, pollInterval, tellFollowers } from '#web/live/live-news.ts'
import { loadNews } from '#web/notifications/notifications.queries.ts'
import type { TaskList } from '#web/tasks/tasks.queries.ts'

type TaskEvent = Extract<LiveEvent, { type: 'task' }>

/** What happens at once is gathered for this long, and then again not sooner than `pause`, in milliseconds. */
const gatherTime = 150
const pause = 2000
/** An act of one's own that is under way is waited for, but not longer than this, in milliseconds. */
const longestHold = 5000

/** Happenings that move a work on: its course counts anew, and so does the header of those who review. */
const moves: ReadonlySet<TaskHappening> = new Set<TaskHappening>([
  'submitted',
  'withdrawn',
  'verdict',
  'undone',
  'reopened',
  'excused',
  'assigned',
  'score',
  'extension',
  'team',
])

/** Queries about works, by the first word of their key. */
const liveKeys: ReadonlySet<unknown> = new Set(['tasks', 'lessons', 'courses', 'journal'])

let gathered: TaskEvent[] = []
let userIsOld = false
let timer: ReturnType<typeof setTimeout> | null = null
let firstHeard = 0
let lastTime = Number.NEGATIVE_INFINITY

const gather = () => {
  if (timer !== null) return
  const left = lastTime + pause - performance.now()
  timer = setTimeout(flush, Math.min(Math.max(gatherTime, left), pause))
}

/** Forgets what was heard and is not shown yet: somebody else is here now. */
export const dropNews = () => {
  if (timer !== null) clearTimeout(timer)
  timer = null
  gathered = []
  userIsOld = false
}

/** Brings an event onto the screen. */
export const applyNews = (event: LiveEvent) => {
  if (event.type === 'reset') return askAnew()
  if (event.type === 'notification') userIsOld = true
  else if (event.happening === 'lease') putLease(event)
  else {
    gathered.push(event)
    if (moves.has(event.happening) && currentUser()?.role.slug !== 'student') userIsOld = true
  }
  if (event.type === 'task') tellFollowers(event)
  if (timer === null) firstHeard = performance.now()
  if (userIsOld || gathered.length > 0) gather()
}

/** A work that is open on a screen which follows it itself. */
const isHeld = ({ queryKey: [first, id, part] }: Query) =>
  first === 'tasks' && typeof id === 'number' && part === undefined && isFollowed(id)

const isActive = (queryKey: unknown[]) => queryClient.getQueryCache().find({ queryKey })?.isActive() ?? false

/** Whether an event makes what a query has loaded old. */
const touches = ({ happening, task_id, lesson_id, course_id }: TaskEvent, { queryKey: [first, second] }: Query) => {
  switch (first) {
    case 'tasks':
      return second === task_id || (second === 'list' && happening !== 'remark')
    case 'lessons':
      // an open work is loaded by itself, and its lesson with it; staff see nothing of works in a lesson
      if (currentUser()?.role.slug !== 'student') return false
      return happening === 'team' || (moves.has(happening) && !(second === lesson_id && isActive(['tasks', task_id])))
    case 'courses':
      return moves.has(happening) && (second === course_id || second === 'list')
    case 'journal':
      return moves.has(happening) && second === course_id
    default:
      return false
  }
}

const invalidate = (isOld: (query: Query) => boolean) => {
  void queryClient.invalidateQueries({ predicate: (query) => isOld(query) && !isHeld(query) })
  // loaded anew when it is opened the next time
  void queryClient.invalidateQueries({ predicate: (query) => isOld(query) && isHeld(query), refetchType: 'none' })
}

const flush = () => {
  timer = null
  // an answer from before an act of one's own would take back for a moment what it has changed on screen
  const isActing = queryClient.isMutating() > 0
  if (isActing && performance.now() - firstHeard < longestHold) return gather()
  const events = gathered
  const loadsUser = userIsOld
  dropNews()
  lastTime = performance.now()
  if (events.length > 0) invalidate((query) => events.some((event) => touches(event, query)))
  if (loadsUser) void loadNews()
}

/** Asks anew for everything about works that is shown: something may have been missed. */
export const askAnew = () => {
  dropNews()
  lastTime = performance.now()
  // what was loaded just now, by itself or by another query of the page, is new enough
  const before = Date.now() - pollInterval / 2
  invalidate(({ queryKey, state }) => liveKeys.has(queryKey[0]) && state.dataUpdatedAt < before)
  void loadNews()
  tellFollowers({ type: 'reset' })
}

/** Changes what a query has loaded and still counts as new; when it was loaded stays as it was. */
const patch = <Data>({ queryKey, state }: Query, change: (data: Data) => Data) => {
  if (state.data === undefined || state.isInvalidated) return
  queryClient.setQueryData<Data>(queryKey, (data) => data && change(data), { updatedAt: state.dataUpdatedAt })
}

/** Who reviews a work comes with the event: nothing is asked for. */
const putLease = ({ task_id, lesson_id, lease = null }: TaskEvent) => {
  const inRows = (rows: TaskRow[]) => rows.map((row) => (row.id === task_id ? { ...row, lease } : row))
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['tasks', 'list'] })) {
    patch<TaskList | TaskRow[]>(query, (list) =>
      Array.isArray(list) ? inRows(list) : { ...list, tasks: inRows(list.tasks) },
    )
  }
  const work = queryClient.getQueryCache().find({ queryKey: ['tasks', task_id] })
  if (work) patch<{ task: Task }>(work, ({ task }) => ({ task: { ...task, lease } }))
  const lesson = queryClient.getQueryCache().find({ queryKey: ['lessons', lesson_id] })
  if (!lesson) return
  patch<{ lesson: Lesson }>(lesson, (answer) => {
    const { task } = answer.lesson
    return task?.id === task_id ? { lesson: { ...answer.lesson, task: { ...task, lease } } } : answer
  })
}
