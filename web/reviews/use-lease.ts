import { useEffect, useRef, useState } from 'react'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { ApiError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'

const renewal = 5 * 60_000
const turns = new Map<number, Promise<unknown>>()

/** Acts on one lease happen in the order in which they were begun: leaving and coming back must not end in a release. */
const inTurn = <T>(taskId: number, act: () => Promise<T>) => {
  const turn = (turns.get(taskId) ?? Promise.resolve()).then(act, act)
  turns.set(taskId, turn)
  return turn
}

/**
 * Holds the lease of the work that is open for review: taken on opening, renewed while the page is looked at, given
 * back on leaving. Answers who holds it instead, in a sentence, and how to take it over.
 */
export const useLease = (taskId: number, wanted: boolean) => {
  const [heldBy, setHeldBy] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const takeOver = useRef<() => void>(() => {})

  useEffect(() => {
    setHeldBy(null)
    if (!wanted) return
    let left = false
    let mine = false
    const take = (take_over = false) =>
      inTurn(taskId, async () => {
        if (left) return
        try {
          await call(reviewsApi.lease, { params: { id: taskId }, body: { take_over } })
          mine = true
          if (!left) setHeldBy(null)
        } catch (error) {
          const held = error instanceof ApiError && error.code === 'lease-held'
          if (held) mine = false
          if (held && !left) setHeldBy(error.message)
          // a lease is a courtesy: without it one can still review
          else if (take_over) reportError(error)
        }
      })
    const release = (keepalive = false) =>
      call(reviewsApi.release, { params: { id: taskId }, keepalive }).catch(() => {})
    const renew = () => {
      if (!document.hidden) void take()
    }
    const hide = () => {
      if (mine) void release(true)
    }
    const show = (event: PageTransitionEvent) => {
      if (event.persisted) void take()
    }

    takeOver.current = async () => {
      setPending(true)
      await take(true)
      setPending(false)
    }
    void take()
    const timer = setInterval(renew, renewal)
    document.addEventListener('visibilitychange', renew)
    addEventListener('pagehide', hide)
    addEventListener('pageshow', show)
    return () => {
      left = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
      removeEventListener('pagehide', hide)
      removeEventListener('pageshow', show)
      void inTurn(taskId, async () => {
        if (mine) await release()
      })
    }
  }, [taskId, wanted])

  return { heldBy, pending, takeOver: () => takeOver.current() }
}
