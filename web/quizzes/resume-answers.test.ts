// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { setMayHold } from '#web/outbox/outbox-flag.ts'
import { resumeAnswers } from '#web/quizzes/resume-answers.ts'
import { startAnswers } from '#web/quizzes/sent-answers.ts'
import { wakeUploads } from '#web/uploads/open-uploads.ts'
import { resumeUploads } from '#web/uploads/resume-uploads.ts'

vi.mock('#web/quizzes/sent-answers.ts', () => ({ startAnswers: vi.fn() }))
vi.mock('#web/uploads/open-uploads.ts', () => ({ wakeUploads: vi.fn() }))

resumeAnswers()
resumeUploads()

beforeEach(() => startSession({ user: { id: 1 } as CurrentUser, access_token: 'token' }))
afterEach(() => {
  endSession()
  localStorage.clear()
})

test('a page that comes from the back/forward cache sends what another one has left', async () => {
  setMayHold('quiz', true)
  setMayHold('upload', true)
  expect(startAnswers).not.toHaveBeenCalled()
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await expect.poll(() => vi.mocked(startAnswers).mock.calls).toHaveLength(1)
  await expect.poll(() => vi.mocked(wakeUploads).mock.calls).toHaveLength(1)
})
