import { useSyncExternalStore } from 'react'
import { notificationsApi } from '#contract/notifications/notifications.api.ts'
import { currentUser, loadUser } from '#web/auth/session.ts'
import { act } from '#web/data/act.ts'
import { qPages } from '#web/data/endpoint-query.ts'
import { queryClient } from '#web/data/query-client.ts'
import { createStore } from '#web/ui/store.ts'

/** Older notifications, page by page; the newest travel with the user. */
export const olderNotificationsQuery = qPages(notificationsApi.list, 'notifications', {}, { firstPage: 2 })

/**
 * Loads the user, whose newest notifications are the head of the feed. What new ones push out of there goes to the head
 * of the older ones, where these were loaded: nothing falls in between.
 */
export const loadNews = async () => {
  const before = currentUser()?.notifications.data ?? []
  const { user } = await loadUser(true)
  if (!user) return
  const newest = new Set(user.notifications.data.map(({ id }) => id))
  const pushedOut = before.filter(({ id }) => !newest.has(id))
  if (pushedOut.length === 0) return
  queryClient.setQueryData(olderNotificationsQuery.queryKey, (older) => {
    const [first, ...rest] = older?.pages ?? []
    if (!older || !first) return older
    return { ...older, pages: [{ ...first, notifications: [...pushedOut, ...first.notifications] }, ...rest] }
  })
}

const waiting = new Set<number>()
/** Ids that were marked as read here, or are about to be; loaded pages of the feed have them as they were before. */
const sent = createStore<ReadonlySet<number>>(new Set())

const send = async () => {
  const ids = [...waiting]
  waiting.clear()
  try {
    // pointing at one is enough: no act of the person, after which a repeated call would be another one
    await act(notificationsApi.read, { body: { ids }, background: true })
  } catch {
    // stays unread, and is marked when it is looked at again
    sent.set(new Set([...sent.get()].filter((id) => !ids.includes(id))))
  }
}

/** Whether this page has marked all of these as read: it loads the user after the response. */
export const haveReadHere = (ids: number[]) => ids.every((id) => sent.get().has(id))

/** Whether this page has marked a notification as read; false again once that has failed. */
export const useReadHere = (id: number) => useSyncExternalStore(sent.subscribe, () => sent.get().has(id))

/** Marks a notification as read, then reloads the user; those of the same moment go in one call. */
export const markRead = (id: number) => {
  if (haveReadHere([id])) return
  sent.set(new Set([...sent.get(), id]))
  if (waiting.size === 0) setTimeout(send, 120)
  waiting.add(id)
}
