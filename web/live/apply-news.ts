import type { Query } from '@tanstack/react-query'
import { announcementsApi } from '#contract/announcements/announcements.api.ts'
import { calendarApi } from '#contract/calendar/calendar.api.ts'
import { coursesApi } from '#contract/courses/courses.api.ts'
import type { LiveEvent } from '#contract/events/events.schema.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { questionsApi } from '#contract/questions/questions.api.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Task, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { currentUser } from '#web/auth/session.ts'
import { inputOf, isOf, keyOf } from '#web/data/endpoint-query.ts'
import { queryClient } from '#web/data/query-client.ts'
import { type Followers, followersOf, isFollowed, notifyFollowers, pollInterval } from '#web/live/live-news.ts'
import { liveEndpoints, loadsUserAfter, staleAfter, type TaskMove } from '#web/live/stale-after.ts'
import { haveReadHere, loadNews } from '#web/notifications/notifications.queries.ts'
import { type TaskList, taskQuery } from '#web/tasks/tasks.queries.ts'

type TaskEvent = Extract<LiveEvent, { type: 'task' }>
/** An event after which something is loaded again; a lease comes with its event. */
type MoveEvent = TaskEvent & { happening: TaskMove }

/** How long events are gathered before a reload, and the min time between two reloads is `pause`; in milliseconds. */
const gatherTime = 150
const pause = 2000
/** How long an act of the user that is under way is waited for, in milliseconds. */
const maxHoldMs = 5000

/** Each with the followers of its task when it arrived, who are notified at once. */
let gathered: { event: MoveEvent; notified: Followers | undefined }[] = []
let userIsOld = false
/** Courses that somebody changed. */
let oldCourses = new Set<number>()
/** Lessons with new questions or answers. */
let oldQuestions = new Set<number>()
/** What was being loaded while a lease changed: the response may be from before that. */
let overtaken = new Set<Query>()
let timer: ReturnType<typeof setTimeout> | null = null
let firstEventTime = 0
let lastTime = Number.NEGATIVE_INFINITY
/** What many pages received at once, and this one loads a little later. */
const postponed = new Map<LiveEvent['type'], ReturnType<typeof setTimeout>>()

const gather = () => {
  if (timer !== null) return
  const left = lastTime + pause - performance.now()
  timer = setTimeout(flush, Math.min(Math.max(gatherTime, left), pause))
}

/** Forgets events that are not shown yet: somebody else is signed in now. */
export const dropNews = () => {
  for (const waiting of postponed.values()) clearTimeout(waiting)
  postponed.clear()
  forgetGathered()
}

const forgetGathered = () => {
  if (timer !== null) clearTimeout(timer)
  timer = null
  gathered = []
  userIsOld = false
  oldCourses = new Set()
  oldQuestions = new Set()
  overtaken = new Set()
}

const isMove = (event: TaskEvent): event is MoveEvent => event.happening !== 'lease'

/**
 * Waits for a random part of the time over which many pages are to load; one wait is enough for all events of a type.
 */
const postpone = (event: LiveEvent, withinMs: number) => {
  if (postponed.has(event.type)) return
  const apply = () => {
    postponed.delete(event.type)
    take(event)
  }
  postponed.set(event.type, setTimeout(apply, Math.random() * withinMs))
}

/** Brings an event onto the screen. */
export const applyNews = (event: LiveEvent) => {
  // what was read here is loaded already
  if (event.type === 'notification' && event.read_ids && haveReadHere(event.read_ids)) return
  if ('within_ms' in event && event.within_ms) postpone(event, event.within_ms)
  else take(event)
}

const take = (event: LiveEvent) => {
  if (event.type === 'reset') return reloadAll()
  if (event.type === 'notification') userIsOld = true
  else if (event.type === 'course') oldCourses.add(event.course_id)
  else if (event.type === 'questions') oldQuestions.add(event.lesson_id)
  else if (isMove(event)) {
    gathered.push({ event, notified: followersOf(event.task_id) })
    // the header counts what waits for staff
    if (loadsUserAfter(event.happening) && currentUser()?.role.slug !== 'student') userIsOld = true
  } else putLease(event)
  if (event.type === 'task') notifyFollowers(event)
  if (timer === null) firstEventTime = performance.now()
  if (userIsOld || oldCourses.size + oldQuestions.size + overtaken.size + gathered.length > 0) gather()
}

/** A task that is open on a screen which follows it itself. */
const isHeld = (query: Query) => isOf(query, tasksApi.get) && isFollowed(Number(inputOf(query).id))

const isActive = (taskId: number) =>
  queryClient
    .getQueryCache()
    .find({ queryKey: taskQuery(taskId).queryKey })
    ?.isActive() ?? false

/** Which of an event's ids the input of a query names; lists name none. */
const aboutTask: ReadonlySet<Endpoint> = new Set([tasksApi.get, journalApi.scores])
const aboutCourse: ReadonlySet<Endpoint> = new Set([coursesApi.get, reviewsApi.reviewers, journalApi.get])

/** Whether an event makes what a query has loaded old. */
const touches = ({ happening, task_id, lesson_id, course_id }: MoveEvent, query: Query) => {
  const endpoint = staleAfter(happening).find((other) => isOf(query, other))
  if (!endpoint) return false
  const id = Number(inputOf(query).id)
  if (aboutTask.has(endpoint)) return id === task_id
  if (aboutCourse.has(endpoint)) return id === course_id
  if (endpoint !== lessonsApi.get) return true
  // staff see nothing of tasks in a lesson; a lesson only refers to its task, which is loaded by itself where it is
  // open
  return currentUser()?.role.slug === 'student' && (happening === 'team' || id !== lesson_id || !isActive(task_id))
}

/** Whether a query has loaded one of these courses, the list of courses, or what is in their calendar. */
const showsCourse = (query: Query, courses: ReadonlySet<number>) => {
  if (isOf(query, coursesApi.list) || isOf(query, calendarApi.list)) return true
  const isShown = [coursesApi.get, lessonsApi.bin, journalApi.get].some((endpoint) => isOf(query, endpoint))
  return isShown && courses.has(Number(inputOf(query).id))
}

/** Whether a query has loaded the questions under one of these lessons, or those that wait. */
const showsQuestions = (query: Query, lessons: ReadonlySet<number>) =>
  isOf(query, questionsApi.waiting) || (isOf(query, questionsApi.list) && lessons.has(Number(inputOf(query).id)))

/**
 * Loads again what is shown, also what is being loaded: that response may be from before the event. The first one of a
 * query cannot be interrupted, nor can one for a screen that is not open yet: they are followed by another.
 */
const reload = (isOld: (query: Query) => boolean) => {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isOld, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined && query.isActive()) continue
    const loadAgain = () => void queryClient.invalidateQueries({ predicate: (other) => other === query })
    query.promise?.then(loadAgain, () => {})
  }
  void queryClient.invalidateQueries({ predicate: isOld })
}

const invalidate = (isOld: (query: Query) => boolean) => {
  reload((query) => isOld(query) && !isHeld(query))
  // loaded again when it is opened the next time
  void queryClient.invalidateQueries({ predicate: (query) => isOld(query) && isHeld(query), refetchType: 'none' })
}

const flush = () => {
  timer = null
  // a response from before an act of the user would take back for a moment what the act has changed on screen
  const isActing = queryClient.isMutating() > 0
  if (isActing && performance.now() - firstEventTime < maxHoldMs) return gather()
  const events = gathered
  const loadsUser = userIsOld
  const courses = oldCourses
  const lessons = oldQuestions
  const loading = overtaken
  forgetGathered()
  lastTime = performance.now()
  if (events.length > 0) invalidate((query) => events.some(({ event }) => touches(event, query)))
  // a screen that was opened in the meantime follows its task itself, and has not received these
  for (const { event, notified } of events) if (followersOf(event.task_id) !== notified) notifyFollowers(event)
  if (courses.size > 0) invalidate((query) => showsCourse(query, courses))
  if (lessons.size > 0) invalidate((query) => showsQuestions(query, lessons))
  if (loading.size > 0) reload((query) => loading.has(query))
  if (loadsUser) {
    // one of the new notifications may be about an announcement
    invalidate((query) => isOf(query, announcementsApi.list))
    void loadNews()
  }
}

/** Reloads everything about tasks that is shown: events may have been missed. */
export const reloadAll = () => {
  dropNews()
  lastTime = performance.now()
  // what was loaded just now, by itself or by another query of the page, is new enough
  const before = Date.now() - pollInterval / 2
  invalidate((query) => query.state.dataUpdatedAt < before && liveEndpoints.some((endpoint) => isOf(query, endpoint)))
  void loadNews()
  notifyFollowers({ type: 'reset' })
}

/** Changes what a query has loaded and still counts as new; when it was loaded stays as it was. */
const patch = <Data>({ queryKey, state }: Query, change: (data: Data) => Data) => {
  if (state.data === undefined || state.isInvalidated) return
  queryClient.setQueryData<Data>(queryKey, (data) => data && change(data), { updatedAt: state.dataUpdatedAt })
}

/** The event contains who reviews a task: nothing is requested, but what is being loaded may be from before it. */
const putLease = ({ task_id, lease = null }: TaskEvent) => {
  const inRows = (rows: TaskRow[]) => rows.map((row) => (row.id === task_id ? { ...row, lease } : row))
  for (const query of queryClient.getQueryCache().findAll({ queryKey: keyOf(tasksApi.list) })) {
    patch<TaskList | TaskRow[]>(query, (list) =>
      Array.isArray(list) ? inRows(list) : { ...list, tasks: inRows(list.tasks) },
    )
  }
  const cached = queryClient.getQueryCache().find({ queryKey: taskQuery(task_id).queryKey })
  // what was taken once cannot be taken back, also when the lease has ended
  const taken = lease && { can_withdraw: undefined }
  if (cached) patch<{ task: Task }>(cached, ({ task }) => ({ task: { ...task, ...taken, lease } }))
  for (const query of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    if (query === cached || isOf(query, tasksApi.list)) overtaken.add(query)
  }
}
