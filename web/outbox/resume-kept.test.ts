// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { setMayHold } from '#web/outbox/outbox-flag.ts'
import { resumeKept } from '#web/outbox/resume-kept.ts'

const wakes = { quiz: vi.fn(async () => {}), scorm: vi.fn(async () => {}) }
resumeKept('quiz', wakes.quiz)
resumeKept('scorm', wakes.scorm)

beforeEach(() => startSession({ user: { id: 1 } as CurrentUser, access_token: 'token' }))
afterEach(() => {
  endSession()
  localStorage.clear()
})

test('a page that comes from the back/forward cache sends what another one has left, and wakes nothing else', () => {
  setMayHold('quiz', true)
  expect(wakes.quiz).not.toHaveBeenCalled()
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(wakes.quiz).toHaveBeenCalledOnce()
  expect(wakes.scorm).not.toHaveBeenCalled()
})
