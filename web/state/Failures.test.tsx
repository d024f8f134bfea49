// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { button, draw, focused, press } from '#web/app/focus.fixture.tsx'
import { queryClient } from '#web/data/query-client.ts'
import { Failures } from '#web/state/Failures.tsx'

vi.mock('#web/ui/confirm.ts', () => ({ confirm: async () => true }))

const failureOf = (id: number) => ({
  queue: 'effects',
  id,
  name: `Письмо ${id}`,
  since: '2026-09-01T10:00:00Z',
  attempts: 30,
  reason: 'Почта не отвечает',
  removable: true,
})

let failures: ReturnType<typeof failureOf>[] = []
beforeEach(async () => {
  queryClient.clear()
  failures = [1, 2].map(failureOf)
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json({ failures, total: failures.length })
    const { items } = JSON.parse(String(body))
    failures = items ? failures.filter(({ id }) => id !== items[0].id) : []
    return Response.json({ count: 1 })
  })
  draw(<Failures />)
  await expect.poll(() => button('Повторить: Письмо 1')).toBeTruthy()
})

test('from a failure that is settled the focus goes to the next one, from the last to this part of the page', async () => {
  press('Повторить: Письмо 1')
  await expect.poll(() => button('Повторить: Письмо 1')).toBeUndefined()
  expect(focused()).toBe('Убрать: Письмо 2')
  press('Убрать: Письмо 2')
  await expect.poll(() => button('Убрать: Письмо 2')).toBeUndefined()
  expect(focused()).toMatch(/^Что не получилось/)
})

test('once all failures are settled at once, the focus is on this part of the page', async () => {
  press('Повторить всё')
  await expect.poll(() => button('Повторить всё')).toBeUndefined()
  expect(focused()).toMatch(/^Что не получилось/)
})
