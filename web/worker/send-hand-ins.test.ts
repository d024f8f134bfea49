// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepEntry, listEntries, removeEntry } from '#web/outbox/outbox-entries.ts'
import type { SendingHandIn } from '#web/outbox/sending-hand-in.ts'
import { sendHandIns } from '#web/worker/send-hand-ins.ts'

const value = { content: '<p>Готово</p>', files: [], link: '' }
const handIn: SendingHandIn = {
  taskId: 3,
  key: 'key',
  draft: { content: value.content, file_ids: [], link: '', revision: 4 },
  value,
  token: 'token',
}

let sent: string[] = []

/** A server that answers each call by its method and path, or a network that is gone. */
const answer = (by: Partial<Record<string, number | [number, object] | null>>) =>
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
    const { authorization, 'idempotency-key': key } = headers as Record<string, string>
    sent.push([method, path, authorization, key, body].filter(Boolean).join(' '))
    const found = by[`${method} ${path}`]
    if (found === null || found === undefined) throw new TypeError('Failed to fetch')
    const [status, json] = typeof found === 'number' ? [found, {}] : found
    return new Response(JSON.stringify(json), { status })
  })

const kept = async (kind: 'sending' | 'draft') => (await listEntries(kind)).map(({ value }) => value)

beforeEach(async () => {
  sent = []
  for (const { id } of await listEntries()) await removeEntry(id)
  await keepEntry(['sending', 7, '3', ''], handIn)
  await keepEntry(['draft', 7, 'task:3', 'a'], { value, revision: 4 })
  await keepEntry(['draft', 7, 'task:3', 'b'], { value: { ...value, content: '<p>Другое</p>' }, revision: 4 })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const draft = 'PUT /api/tasks/3/draft'
const submit = 'POST /api/tasks/3/submit'

test('the draft is saved, then handed in by its key; only its own copy goes from the device', async () => {
  answer({ [draft]: 200, [submit]: 200 })
  expect(await sendHandIns()).toBe(true)
  expect(sent).toEqual([`${draft} Bearer token ${JSON.stringify(handIn.draft)}`, `${submit} Bearer token key`])
  expect(await kept('sending')).toEqual([])
  expect(await kept('draft')).toEqual([{ value: { ...value, content: '<p>Другое</p>' }, revision: 4 }])
})

test('answers to remarks that were typed go before the hand-in, or wait with it', async () => {
  await keepEntry(['sending', 7, '3', ''], { ...handIn, answers: [{ remarkId: 5, answer: 'Так задумано' }] })
  const remark = 'PUT /api/tasks/3/remarks/5'
  answer({ [draft]: 200, [remark]: 503 })
  expect(await sendHandIns()).toBe(false)
  answer({ [draft]: 200, [remark]: 200, [submit]: 200 })
  expect(await sendHandIns()).toBe(true)
  expect(sent.slice(-2)).toEqual([`${remark} Bearer token {"answer":"Так задумано"}`, `${submit} Bearer token key`])
})

test('without a network, or while the server cannot, it continues to wait', async () => {
  for (const by of [{}, { [draft]: 503 }, { [draft]: 200, [submit]: 429 }, { [draft]: 200, [submit]: null }]) {
    answer(by)
    expect(await sendHandIns()).toBe(false)
    expect(await kept('sending')).toEqual([handIn])
  }
  expect(await kept('draft')).toHaveLength(2)
})

test('what the server refuses is left to the person as a draft', async () => {
  answer({ [draft]: 401 })
  expect(await sendHandIns()).toBe(true)
  expect(sent).toHaveLength(1)
  expect(await kept('sending')).toEqual([])
  expect(await kept('draft')).toHaveLength(2)
})

const found = 'GET /api/tasks/3'

test('a draft that arrived before is handed in; another version on the server is not', async () => {
  const task = { status: { slug: 'draft' }, draft: { content: value.content, files: [], link: null } }
  answer({ [draft]: 409, [found]: [200, { task: { ...task, draft: { ...task.draft, content: '<p>Иное</p>' } } }] })
  expect(await sendHandIns()).toBe(true)
  expect(sent).not.toContain(`${submit} Bearer token key`)

  await keepEntry(['sending', 7, '3', ''], handIn)
  answer({ [draft]: 409, [found]: [200, { task }], [submit]: 200 })
  expect(await sendHandIns()).toBe(true)
  expect(sent).toContain(`${submit} Bearer token key`)
})

test('a draft with a picture is known again by another link to it', async () => {
  const picture = (key: string) => `<p><img src="/files/${'a'.repeat(32)}?expires=1&amp;signature=${key}" alt=""></p>`
  await keepEntry(['sending', 7, '3', ''], { ...handIn, draft: { ...handIn.draft, content: picture('old') } })
  const task = { status: { slug: 'returned' }, draft: { content: picture('new'), files: [], link: null } }
  answer({ [draft]: 409, [found]: 503 })
  expect(await sendHandIns()).toBe(false)
  answer({ [draft]: 409, [found]: [200, { task }], [submit]: 200 })
  expect(await sendHandIns()).toBe(true)
  expect(sent).toContain(`${submit} Bearer token key`)
})

test('a hand-in that arrived although its answer was lost leaves nothing on the device', async () => {
  await keepEntry(['sending', 7, '3', ''], { ...handIn, answers: [{ remarkId: 5, answer: 'Так задумано' }] })
  const task = { status: { slug: 'submitted' }, draft: { content: '', files: [], link: null } }
  answer({ [draft]: 409, [found]: [200, { task }], [submit]: 200 })
  expect(await sendHandIns()).toBe(true)
  expect(sent.at(-1)).toBe(`${submit} Bearer token key`)
  expect(await kept('sending')).toEqual([])
  expect(await kept('draft')).toHaveLength(1)
})

test('what was written while the hand-in waited is handed in with it', async () => {
  const more = { ...value, content: '<p>Готово, и ещё</p>' }
  await keepEntry(['sending', 7, '3', ''], { ...handIn, page: 'a' })
  await keepEntry(['draft', 7, 'task:3', 'a'], { value: more, revision: 4 })
  const body = (revision: number) => JSON.stringify({ ...handIn.draft, content: more.content, revision })
  // an earlier save had arrived
  const task = { status: { slug: 'draft' }, draft: { content: value.content, files: [], link: null, revision: 5 } }
  answer({ [draft]: 409, [found]: [200, { task }] })
  expect(await sendHandIns()).toBe(true)
  expect(sent).toEqual([
    `${draft} Bearer token ${body(4)}`,
    `${found} Bearer token`,
    `${draft} Bearer token ${body(5)}`,
  ])
  expect(await kept('draft')).toHaveLength(2)

  await keepEntry(['sending', 7, '3', ''], { ...handIn, page: 'a' })
  answer({ [draft]: 200, [submit]: 200 })
  expect(await sendHandIns()).toBe(true)
  expect(sent.slice(-2)).toEqual([`${draft} Bearer token ${body(4)}`, `${submit} Bearer token key`])
  expect(await kept('draft')).toEqual([{ value: { ...value, content: '<p>Другое</p>' }, revision: 4 }])
})

test('what was written after a hand-in that had arrived stays on the device', async () => {
  await keepEntry(['sending', 7, '3', ''], { ...handIn, page: 'a' })
  await keepEntry(['draft', 7, 'task:3', 'a'], { value: { ...value, content: '<p>Готово, и ещё</p>' }, revision: 4 })
  const task = { status: { slug: 'submitted' }, draft: { content: '', files: [], link: null, revision: 5 } }
  answer({ [draft]: 409, [found]: [200, { task }], [submit]: 200 })
  expect(await sendHandIns()).toBe(true)
  expect(await kept('draft')).toHaveLength(2)
})
