// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { hourMs } from '#contract/durations.ts'
import { keepRegistration, readRegistration } from '#web/auth/kept-registration.ts'
import { currentUser, endSession, loadUser, startSession } from '#web/auth/session.ts'
import { storeToken } from '#web/auth/token.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const typed = { age: 'child', name: 'Вера', email: 'vera@school.example', parent_email: 'mama@school.example' }

test('a tab keeps what a guest has typed for an hour, but neither the password nor the code', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const values = { ...typed, password: 'тайна-тайна', class_code: 'ABCD-2345', consents: { terms: true } }
  keepRegistration(values)
  expect(readRegistration()).toEqual(typed)
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/тайна|ABCD|terms/)
  expect(localStorage).toHaveLength(0)
  vi.setSystemTime(Date.now() + hourMs)
  expect(readRegistration()).toEqual({})
  expect(sessionStorage).toHaveLength(0)
})

test('nothing of it is left once somebody has signed in', () => {
  keepRegistration(typed)
  startSession({ user: { id: 1 } as CurrentUser, access_token: 'token' })
  expect(sessionStorage.getItem('registration')).toBeNull()
  endSession()
})

test('nothing of it is left once another tab has signed in', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ user: { id: 1 } }))
  keepRegistration(typed)
  storeToken('token', false)
  await loadUser()
  expect(currentUser()?.id).toBe(1)
  expect(sessionStorage.getItem('registration')).toBeNull()
  endSession()
})
