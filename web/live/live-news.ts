import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from '#contract/events/events.schema.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** News of works: what happened to one, or that something may have happened unheard (`reset`). */
export type TaskNews = Exclude<LiveEvent, { type: 'notification' }>

/** Whether this page hears what happens at the moment. */
export const hearsLive = createStore(false)

/** How often a query asks again while nothing is heard, in milliseconds. */
export const pollInterval = 20_000

/** For `refetchInterval` of what live events keep up to date: it is asked for again only while they do not come. */
export const useLiveInterval = () => (useStore(hearsLive) ? false : pollInterval)

type Handler = (news: TaskNews) => void

const handlers = new Map<number, Set<Handler>>()

/** Tells whoever follows the work of the news, or, with a `reset`, everybody who follows any. */
export const tellFollowers = (news: TaskNews) => {
  const told = news.type === 'task' ? [handlers.get(news.task_id) ?? []] : [...handlers.values()]
  for (const handler of told.flatMap((followers) => [...followers])) handler(news)
}

/** Whether a component follows the work itself: then it is not loaded anew under its eyes. */
export const isFollowed = (taskId: number) => handlers.has(taskId)

/**
 * Follows what happens to a work on a screen that must not change by itself: while this is mounted the work is not
 * loaded anew on news of it, only its lease is kept up to date; the handler decides. It is told of one's own acts too,
 * and of a `reset` (also every 20 s while polling stands in), which says nothing about what has happened: compare
 * `review_revision` and the number of attempts with what is shown.
 */
export const useTaskEvents = (taskId: number, handler: Handler) => {
  const tell = useEffectEvent(handler)
  useEffect(() => {
    const follower: Handler = (news) => tell(news)
    const followers = handlers.get(taskId) ?? new Set()
    handlers.set(taskId, followers.add(follower))
    return () => {
      followers.delete(follower)
      if (followers.size === 0) handlers.delete(taskId)
    }
  }, [taskId])
}
