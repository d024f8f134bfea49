import type { ErrorCode } from '#contract/http/errors.ts'
import { plainErrors } from '#contract/http/plain-errors.ts'
import { type FieldErrors, type Problem, problemCode, requestOf } from '#contract/http/problem.ts'

/** The meaning of a refusal without a problem of ours: a proxy on the way responds with its own text. */
const codes: Record<number, keyof typeof plainErrors> = {
  401: 'not-signed-in',
  403: 'forbidden',
  404: 'not-found',
  413: 'too-large',
  429: 'too-many',
  503: 'not-ready',
}

/** Our server says it in seconds, one on the way perhaps as a date. */
const readRetryAfter = (header: string | null | undefined) => {
  if (!header) return null
  const pauseMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(pauseMs) ? null : Math.max(0, pauseMs)
}

/** The server's refusal; `message` is the sentence for people. */
export class ApiError extends Error {
  status: number
  code: ErrorCode
  title: string
  fields: FieldErrors
  /** The whole problem: some kinds have further members. */
  members: Readonly<Record<string, unknown>>
  /** The id of a failure in the server's log; null for other refusals. */
  requestId: string | null
  /** How long the server asks to wait before the next try; null when it does not say. */
  retryAfterMs: number | null

  constructor(status: number, problem: Partial<Problem>, retryAfter?: string | null) {
    const plain = codes[status] ?? 'internal'
    super(problem.detail ?? plainErrors[plain].detail)
    this.status = status
    // one that a newer version of the server sent may be none of these
    this.code = problem.type === undefined ? plain : (problemCode(problem) as ErrorCode)
    this.title = problem.title ?? plainErrors[plain].title
    this.fields = problem.errors ?? {}
    this.members = problem
    this.requestId = requestOf(problem)
    this.retryAfterMs = readRetryAfter(retryAfter)
  }
}

/** There was no response. */
export class NetworkError extends Error {
  constructor() {
    super('Нет сети. Проверьте подключение и попробуйте ещё раз.')
  }
}

/** Messages of browsers, and of Vite about style sheets, when a bundle fails to load. */
const bundleMissing = /dynamically imported module|importing a module script|unable to preload/i

/** Whether something failed for want of a network: a call, or a bundle. */
export const isNetworkFailure = (error: unknown) =>
  error instanceof NetworkError || (error instanceof Error && bundleMissing.test(error.message))

/** What people read about anything that failed. */
export const describeError = (error: unknown): { title: string; detail: string } => {
  if (error instanceof ApiError) {
    const support = error.requestId ? ` Код для поддержки: ${error.requestId}.` : ''
    return { title: error.title, detail: error.message + support }
  }
  if (isNetworkFailure(error)) return { title: 'Нет сети', detail: 'Проверьте подключение и попробуйте ещё раз.' }
  return { title: 'Что-то сломалось', detail: 'Попробуйте ещё раз. Если не поможет, обновите страницу.' }
}
