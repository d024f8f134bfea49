import { useEffect, useRef, useState } from 'react'
import { minuteMs } from '#contract/durations.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import type { Lease } from '#contract/reviews/reviews.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { beforeSignOut } from '#web/app/before-sign-out.ts'
import { takeResponse } from '#web/data/act.ts'
import { ApiError } from '#web/data/api-error.ts'
import { call } from '#web/data/call.ts'
import { reportError } from '#web/data/report-error.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'
import { createRetryClock } from '#web/outbox/retry-clock.ts'
import { deskToast } from '#web/reviews/desk-toast.ts'
import { inTurn, returnLease, stopReturn } from '#web/reviews/return-lease.ts'
import { formatTime } from '#web/ui/dates.ts'

const renewalMs = 5 * minuteMs
/**
 * How long after another page of the person has returned the lease this one takes it again, in milliseconds: where they
 * are signing out, this page is signed out, too, by then.
 */
const otherPageMs = 1500

/** Whose lease hinders this person now; null when nobody's. */
const hindering = (lease: Lease | null | undefined, userId: number) =>
  lease && lease.user.id !== userId && new Date(lease.expires_at).getTime() > Date.now() ? lease : null

/**
 * Takes the lease of the task that is open for review, renews it while the page is looked at, and returns it when the
 * page is left. Returns who has the lease instead, in a sentence, and how to take it over. `lease` is the current one,
 * kept up to date by live events: somebody who takes the task over is shown at once.
 */
export const useLease = (
  taskId: number,
  { wanted, lease, userId }: { wanted: boolean; lease: Lease | null | undefined; userId: number },
) => {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const takeOver = useRef<() => void>(() => {})
  const takeAgain = useRef<() => void>(() => {})
  const other = wanted ? hindering(lease, userId) : null

  useEffect(() => {
    setRefusal(null)
    if (!wanted) return
    let left = false
    let mine = false
    const clock = createRetryClock()
    const take = (take_over = false) =>
      inTurn(taskId, async () => {
        if (left) return false
        stopReturn(taskId)
        try {
          const input = { params: { id: taskId }, body: { take_over } }
          const response = await call(reviewsApi.lease, input)
          mine = true
          clock.stop()
          clock.reset()
          if (left) return true
          setRefusal(null)
          void takeResponse(reviewsApi.lease, response, input)
          return true
        } catch (error) {
          const held = error instanceof ApiError && error.code === 'lease-held'
          if (held) mine = false
          if (held && !left) setRefusal(error.message)
          // a lease is a courtesy: without it one can still review
          else if (take_over) reportError(error)
          else if (judgeFailure(error) === 'again') {
            // it may be taken all the same: only the response was lost
            mine = true
            if (!left) clock.wait(renew, error)
          }
          return false
        }
      })
    const renew = () => {
      if (!document.hidden && !clock.isWaiting()) void take()
    }
    const hide = () => {
      if (mine) void returnLease(taskId, userId, { keepalive: true })
    }
    const show = (event: PageTransitionEvent) => {
      if (event.persisted) void take()
    }

    takeAgain.current = renew
    takeOver.current = async () => {
      setPending(true)
      const taken = await take(true)
      setPending(false)
      if (taken && !left) deskToast('Работа теперь у вас', 'Коллега увидит это сразу, в обсуждении осталась отметка.')
    }
    const release = () =>
      inTurn(taskId, async () => {
        if (mine) await returnLease(taskId, userId)
        mine = false
      })
    void take()
    const forget = beforeSignOut(() => {
      takeAgain.current = () => {}
      return release()
    })
    const timer = setInterval(renew, renewalMs)
    document.addEventListener('visibilitychange', renew)
    addEventListener('pagehide', hide)
    addEventListener('pageshow', show)
    return () => {
      left = true
      clock.stop()
      forget()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
      removeEventListener('pagehide', hide)
      removeEventListener('pageshow', show)
      void release()
    }
  }, [taskId, wanted, userId])

  const isHeld = other !== null
  const wasHeld = useRef(isHeld)
  useEffect(() => {
    setRefusal(null)
    // its holder has returned it
    if (wasHeld.current && !isHeld) takeAgain.current()
    wasHeld.current = isHeld
  }, [isHeld])

  const isOwn = lease?.user.id === userId
  const isFree = !lease
  const wasOwn = useRef(isOwn)
  useEffect(() => {
    const isReturned = wasOwn.current && isFree
    wasOwn.current = isOwn
    if (!isReturned) return
    // by another page of theirs, which had the same task open
    const timer = setTimeout(() => takeAgain.current(), otherPageMs)
    return () => clearTimeout(timer)
  }, [isOwn, isFree])

  const heldBy = other
    ? `Эту работу сейчас проверяет ${fullName(other.user)}, с ${formatTime(other.since)}. Заберёте — коллега узнает.`
    : // somebody has it whose lease is not known by more than the refusal
      lease
      ? null
      : refusal
  return { heldBy, pending, takeOver: () => takeOver.current() }
}
