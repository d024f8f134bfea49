// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { button, draw, press } from '#web/app/focus.fixture.tsx'
import { queryClient } from '#web/data/query-client.ts'
import ParentsDialog from '#web/family/ParentsDialog.tsx'

// there is no history here
vi.mock('#web/app/use-close-by-back.ts', () => ({ useCloseByBack: () => {} }))

const [anna, oleg] = [
  { name: 'Анна Белова', email: 'anna@home.example' },
  { name: 'Олег Белов', email: 'oleg@home.example' },
]

/** What the server was sent, and the fields that it refuses. */
let saved: unknown
let refused: Record<string, string[]> | undefined
const closed = vi.fn()

beforeEach(async () => {
  queryClient.clear()
  closed.mockClear()
  refused = undefined
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json({ parents: [anna, oleg] })
    saved = JSON.parse(String(body)).parents
    if (!refused) return Response.json({ parents: saved })
    return Response.json({ type: 'urn:praktika:problem:validation', errors: refused }, { status: 422 })
  })
  draw(<ParentsDialog userId={5} onClose={closed} />)
  await expect.poll(() => button('Добавить родителя')).toBeTruthy()
})

const field = (label: string) => document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)
const type = (label: string, text: string) => {
  const input = field(label)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

test('rows without a name and an address are not saved', async () => {
  press('Добавить родителя')
  await expect.poll(() => field('Родитель 3: почта')).toBeTruthy()
  type('Родитель 1: имя и фамилия', ' ')
  type('Родитель 1: почта', '')
  press('Сохранить')
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(saved).toEqual([oleg])
})

test('what is wrong in a row is shown in it, also where a blank one was before it', async () => {
  type('Родитель 1: имя и фамилия', '')
  type('Родитель 1: почта', '')
  type('Родитель 2: почта', 'oleg')
  press('Сохранить')
  const wrong = () =>
    [...document.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')].map(({ value }) => value)
  await expect.poll(wrong).toEqual(['oleg'])
  type('Родитель 1: почта', oleg.email)
  await expect.poll(wrong).toEqual([])
  refused = { 'parents.0.email': ['Так нельзя'] }
  press('Сохранить')
  await expect.poll(wrong).toEqual([oleg.email])
  expect(saved).toEqual([oleg])
})
