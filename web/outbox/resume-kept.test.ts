// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { setMayHold } from '#web/outbox/outbox-flag.ts'
import { resumeKept } from '#web/outbox/resume-kept.ts'

const [sendUploads, sendAnswers] = [vi.fn(async () => {}), vi.fn(async () => {})]
resumeKept('upload', sendUploads)
resumeKept('quiz', sendAnswers)

beforeEach(() => startSession({ user: { id: 1 } as CurrentUser, access_token: 'token' }))
afterEach(() => {
  endSession()
  localStorage.clear()
  vi.clearAllMocks()
})

test('a page that comes from the back/forward cache sends what another one has left', () => {
  setMayHold('quiz', true)
  expect(sendAnswers).not.toHaveBeenCalled()
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(sendAnswers).toHaveBeenCalledOnce()
  expect(sendUploads).not.toHaveBeenCalled()
})

test('what is left is sent once its person is signed in', () => {
  setMayHold('upload', true)
  endSession()
  dispatchEvent(new Event('pageshow'))
  expect(sendUploads).not.toHaveBeenCalled()
  startSession({ user: { id: 1 } as CurrentUser, access_token: 'token' })
  expect(sendUploads).toHaveBeenCalledOnce()
})
