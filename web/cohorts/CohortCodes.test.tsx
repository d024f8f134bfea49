// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { button, draw, focused, press } from '#web/app/focus.fixture.tsx'
import { CohortCodes } from '#web/cohorts/CohortCodes.tsx'

vi.mock('#web/ui/confirm.ts', () => ({ confirm: async () => true }))

test('from a code that is withdrawn the focus goes to the next one, from the last to making another', async () => {
  let codes = ['АА', 'ББ'].map((code, index) => ({
    id: index + 1,
    code,
    expires_at: '2026-12-01T10:00:00Z',
    user: null,
  }))
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method === 'DELETE') codes = codes.filter(({ id }) => !path.endsWith(`/${id}`))
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ codes })
  })
  draw(<CohortCodes cohortId={7} />)
  await expect.poll(() => button('Отозвать: АА')).toBeTruthy()
  press('Отозвать: АА')
  await expect.poll(() => button('Отозвать: АА')).toBeUndefined()
  expect(focused()).toBe('Отозвать: ББ')
  press('Отозвать: ББ')
  await expect.poll(() => button('Отозвать: ББ')).toBeUndefined()
  expect(focused()).toBe('Создать код')
})
