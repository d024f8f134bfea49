import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from '#contract/events/events.schema.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** News of tasks: what happened to one, or that events may have been missed (`reset`). */
export type TaskNews = Exclude<LiveEvent, { type: 'course' | 'notification' }>

/** Whether this page receives live events at the moment. */
export const receivesEvents = createStore(false)

/** How often a query is loaded again while no events are received, in milliseconds. */
export const pollInterval = 20_000

/**
 * For `refetchInterval` of what live events keep up to date: it is loaded at intervals only while there are no events.
 */
export const useLiveInterval = () => (useStore(receivesEvents) ? false : pollInterval)

type Handler = (news: TaskNews) => void

/** Who follows a task: other ones after all of them have left. */
export type Followers = ReadonlySet<Handler>

const handlers = new Map<number, Set<Handler>>()

/** Notifies the followers of the task of the news, or, with a `reset`, all followers. */
export const notifyFollowers = (news: TaskNews) => {
  const notified = news.type === 'task' ? [handlers.get(news.task_id) ?? []] : [...handlers.values()]
  for (const handler of notified.flatMap((followers) => [...followers])) handler(news)
}

/** Those who follow a task at the moment. */
export const followersOf = (taskId: number): Followers | undefined => handlers.get(taskId)

/** Whether a component follows the task itself: then it is not reloaded while people look at it. */
export const isFollowed = (taskId: number) => handlers.has(taskId)

/** Has a handler notified of the task's news until the returned function is called. */
export const followTask = (taskId: number, handler: Handler) => {
  const followers = handlers.get(taskId) ?? new Set()
  handlers.set(taskId, followers.add(handler))
  return () => {
    followers.delete(handler)
    if (followers.size === 0) handlers.delete(taskId)
  }
}

/**
 * Follows what happens to a task on a screen that must not change by itself: while this is mounted, events do not
 * reload the task, only its lease is kept up to date; the handler decides. It is also called for the user's own acts,
 * and for a `reset` (every 20 s while there is no stream), which does not contain what has happened: compare
 * `review_revision` and the number of attempts with what is shown.
 */
export const useTaskEvents = (taskId: number, handler: Handler) => {
  const onNews = useEffectEvent(handler)
  useEffect(() => followTask(taskId, (news) => onNews(news)), [taskId])
}
