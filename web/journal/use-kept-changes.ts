import { useEffect, useRef } from 'react'
import { useUser } from '#web/auth/session.ts'
import { keepLoading } from '#web/data/keep-loading.ts'
import type { KeptScreen } from '#web/journal/kept-changes.ts'

/** A bundle of its own: the course page prepares the journal, and needs no outbox. */
const load = () => keepLoading(() => import('#web/journal/kept-changes.ts'))

/** Keeps the changes of journals on the device until the server has them, and offers to save what was left of this one. */
export const useKeptChanges = (courseId: number, screen: KeptScreen) => {
  const userId = useUser()?.id
  const latest = useRef(screen)
  latest.current = screen
  useEffect(() => {
    if (userId === undefined) return
    let isShown = true
    void load().then(({ startKeeping, offerLeft }) => {
      startKeeping()
      return offerLeft(userId, courseId, () => (isShown ? latest.current : null))
    })
    return () => {
      isShown = false
    }
  }, [userId, courseId])
}
