// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import { quizzesQuery } from '#web/quizzes/quizzes.queries.ts'
import { sendAnswers, startAnswers, useRefusal, useSentAnswers } from '#web/quizzes/sent-answers.ts'

const attempt = {
  number: 1,
  points: 1,
  max_points: 2,
  answered_at: '2026-11-01T10:00:00.000Z',
  answers: {},
  questions: [],
}
const quiz = { id: 7, title: 'Сетка', attempts: 3, shuffle: false, in_journal: false, questions: [], own_attempts: [] }
const other = { ...quiz, id: 8 }

let sent: ReturnType<typeof useSentAnswers>
/** Why the answers of persons 1 and 2 were refused. */
let reasons: unknown[]
const Sent = () => {
  sent = useSentAnswers(7)
  reasons = [useRefusal(7, 1), useRefusal(7, 2)]
  return null
}

beforeEach(() => {
  startSession({ user: { id: 1, role: { slug: 'student' } } as CurrentUser, access_token: 'token' })
  queryClient.setQueryData(quizzesQuery(3).queryKey, { quizzes: [quiz, other] })
  createRoot(document.createElement('div')).render(createElement(Sent))
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const shown = () =>
  queryClient.getQueryData(quizzesQuery(3).queryKey)?.quizzes.map(({ own_attempts = [] }) => own_attempts.length)

test('an attempt that was made is shown, though its lesson could not be loaded again', async () => {
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method !== 'POST') throw new TypeError('no network')
    return new Response(JSON.stringify({ attempt }), { status: 201 })
  })
  sendAnswers({ quizId: 7, userId: 1, answers: { 1: 2 }, draftKey: 'quiz:1:7:0' })
  await expect.poll(() => shown()).toEqual([1, 0])
  await expect.poll(() => sent).toBeUndefined()
})

test('a refusal is shown to its person alone, until they answer again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 422 }))
  const answers = { quizId: 7, userId: 1, answers: {}, draftKey: 'quiz:1:7:0' }
  sendAnswers(answers)
  await expect.poll(() => reasons).toMatchObject([{ status: 422 }, undefined])
  await expect.poll(() => sent).toBeUndefined()
  vi.stubGlobal('fetch', async () => Response.json({ attempt }, { status: 201 }))
  sendAnswers(answers)
  await expect.poll(() => reasons[0]).toBeUndefined()
  await expect.poll(() => sent).toBeUndefined()
})

test('answers whose first request has not ended are sent again with its key: they are no second attempt', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { method, headers }: RequestInit) => {
    if (method !== 'POST') return Response.json({}, { status: 404 })
    keys.push(new Headers(headers).get('idempotency-key'))
    if (keys.length === 1) return Response.json({ type: 'urn:praktika:problem:conflict', status: 409 }, { status: 409 })
    return Response.json({ attempt }, { status: 201 })
  })
  sendAnswers({ quizId: 7, userId: 1, answers: { 1: 2 }, draftKey: 'quiz:1:7:0' })
  await expect.poll(() => keys.length, { timeout: 8000 }).toBe(2)
  expect([keys[0], reasons[0]]).toEqual([keys[1], undefined])
  await expect.poll(() => sent).toBeUndefined()
})

test('an attempt that another tab has made is loaded', async () => {
  startAnswers()
  const { queryKey } = quizzesQuery(3)
  const kept = { key: '7', userId: 1, begunAt: Date.now(), quizId: 7, requestKey: 'a', answers: {}, draftKey: 'b' }
  const tell = (message: object) => new BroadcastChannel('outbox').postMessage({ kind: 'quiz', message })
  tell({ type: 'state', kept, shown: { quizId: 7, answers: {}, phase: 'sending' } })
  await expect.poll(() => sent).toMatchObject({ phase: 'sending' })
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false)
  tell({ type: 'gone', key: '7' })
  await expect.poll(() => queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
