// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { Logo } from '#contract/site/site-settings.schema.ts'
import { finishSession } from '#web/app/before-sign-out.ts'
import { draw, endDrawn, messages, press, respond, settle } from '#web/app/drawn.fixture.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { LogoField } from '#web/settings/LogoField.tsx'

const logo = { url: '/api/files/1/logo.png', width: 10, height: 10 } as unknown as Logo

const signIn = (id: number) =>
  act(() => startSession({ user: { id, role: { slug: 'curator' } } as CurrentUser, access_token: `token ${id}` }))
/** Whose sessions the removal was sent with. */
let senders: (string | null)[]
const wait = () => act(() => vi.advanceTimersByTimeAsync(6100))

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await draw(() => <LogoField logo={logo} />)
  senders = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'DELETE') senders.push(new Headers(init.headers).get('authorization'))
    return fetch(path, init)
  })
  await signIn(5)
  await press('Убрать')
  expect(messages()).toEqual(['Логотип убран'])
})
afterEach(async () => {
  await act(() => endSession())
  await endDrawn()
  vi.useRealTimers()
})

test('a logo that waits for its removal is removed by the person who signs out', async () => {
  await settle(() => void finishSession())
  expect([senders, messages()]).toEqual([['Bearer token 5'], []])
  await respond('DELETE /api/settings/school/logo', null, 204)
  await act(() => endSession())
  await signIn(6)
  await wait()
  expect(senders).toEqual(['Bearer token 5'])
})

test('the next person does not remove what the one before wanted to', async () => {
  await signIn(6)
  await wait()
  expect([senders, messages()]).toEqual([[], []])
})

test('nothing is removed for somebody whose session is over', async () => {
  await act(() => endSession())
  await wait()
  expect([senders, messages()]).toEqual([[], ['Не удалось убрать логотип']])
})
