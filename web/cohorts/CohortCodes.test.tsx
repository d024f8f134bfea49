// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { defaultSchool } from '#contract/site/site-settings.schema.ts'
import { button, draw, focused, press } from '#web/app/focus.fixture.tsx'
import { schoolQuery } from '#web/app/school.queries.ts'
import { CohortCodes } from '#web/cohorts/CohortCodes.tsx'
import { queryClient } from '#web/data/query-client.ts'

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

test.each([
  [{}, 'сразу попадёт сюда и на все курсы.'],
  [
    { registration: 'code', registration_waits: true },
    'попадёт сюда и на все курсы, когда регистрацию примет куратор.',
  ],
  [{ registration: 'closed' }, 'коды не действуют'],
  [{ registration: 'invitation', registration_waits: true }, 'коды не действуют'],
] as const)('codes promise what the school allows: %j', async (settings, promise) => {
  vi.stubGlobal('fetch', async () => Response.json({ codes: [] }))
  queryClient.setQueryData(schoolQuery.queryKey, { school: { ...defaultSchool, ...settings } })
  draw(<CohortCodes cohortId={8} />)
  await expect.poll(() => document.querySelector('h2 + *')?.textContent).toContain(promise)
})
