import { useRef, useState } from 'react'
import type { ScormReport } from '#contract/scorm/scorm.schema.ts'
import { ApiError, describeError } from '#web/app/api-error.ts'
import { currentUser } from '#web/auth/session.ts'
import { type OwnReport, useReport } from '#web/scorm/scorm.queries.ts'

/** How long after a failure a report is sent again, in milliseconds. */
const retryMs = 4000

export type ReportState = 'idle' | 'sending' | 'offline' | 'refused'

const isFinal = (error: unknown) => error instanceof ApiError && error.status < 500 && error.status !== 429

/** Why a report was refused, for its student. */
const reasonOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return describeError(error).detail
  if (error.status === 404) return 'Урок закрыт, или вас больше нет в курсе. Обновите страницу.'
  return Object.values(error.fields)[0]?.[0] ?? describeError(error).detail
}

/**
 * Sends what a package reports, one after another; of those that wait, the last one of each part. What fails for want
 * of a network is sent again until it is kept, also after the lesson was left for another page, but never once its
 * person has signed out.
 */
export const useReports = (packageId: number) => {
  const { mutateAsync } = useReport(packageId)
  const waiting = useRef(new Map<string, OwnReport>())
  const isSending = useRef(false)
  const [state, setState] = useState<ReportState>('idle')
  const [problem, setProblem] = useState('')

  /** Unless another one of the same part has come meanwhile. */
  const drop = (own: OwnReport) => {
    if (waiting.current.get(own.report.item) === own) waiting.current.delete(own.report.item)
  }
  const send = async () => {
    if (isSending.current) return
    isSending.current = true
    for (let next = waiting.current.values().next().value; next; next = waiting.current.values().next().value) {
      try {
        setState((before) => (before === 'offline' ? before : 'sending'))
        await mutateAsync(next)
        drop(next)
        setState('idle')
      } catch (error) {
        if (isFinal(error)) drop(next)
        setState(isFinal(error) ? 'refused' : 'offline')
        setProblem(reasonOf(error))
        if (!isFinal(error)) await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
    isSending.current = false
  }

  return {
    state,
    /** Why the last report was refused. */
    problem,
    report: (report: ScormReport) => {
      const user = currentUser()
      if (!user) return
      waiting.current.set(report.item, { userId: user.id, report })
      void send()
    },
  }
}
