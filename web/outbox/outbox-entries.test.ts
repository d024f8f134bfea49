// @vitest-environment happy-dom
import { dayMs } from '#contract/durations.ts'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId } from '#web/outbox/outbox-schema.ts'

type Outbox = typeof import('#web/outbox/outbox-entries.ts')

/** A page of the site: its modules are its own, the device is that of all pages. */
const openPage = async (): Promise<Outbox> => {
  vi.resetModules()
  return import('#web/outbox/outbox-entries.ts')
}

const mayHold = async (kind: 'draft' | 'verdict') => (await import('#web/outbox/outbox-flag.ts')).mayHold(kind)

const draft = (userId: number, key: string, page = 'a'): EntryId => ['draft', userId, key, page]
const values = async (outbox: Outbox, ...start: Partial<EntryId>) =>
  (await outbox.listEntries(...start)).map(({ value }) => value)

const closed = () => {
  throw new DOMException('closed', 'SecurityError')
}
const closeDatabase = () => vi.stubGlobal('indexedDB', { open: closed })

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what one page keeps the next one finds: by its kind, its person and what it is about', async () => {
  const first = await openPage()
  expect(await first.keepEntry(draft(1, 'task:1'), 'одно')).toBe(true)
  await first.keepEntry(draft(1, 'task:11'), 'другое')
  await first.keepEntry(draft(1, 'task:1', 'b'), 'из другой вкладки')
  await first.keepEntry(draft(12, 'task:1'), 'чужое')
  await first.keepEntry(['verdict', 1, 'task:1', ''], 'решение')

  const next = await openPage()
  expect(await values(next, 'draft', 1, 'task:1')).toEqual(['из другой вкладки', 'одно'])
  expect(await values(next, 'draft', 1)).toHaveLength(3)
  expect(await values(next, 'verdict', 1)).toEqual(['решение'])
  expect(await next.readEntry(draft(12, 'task:1'))).toBe('чужое')
  expect(await next.readEntry(draft(2, 'task:1'))).toBeNull()
  expect(localStorage.getItem('outbox:["draft",1,"task:1","a"]')).toBeNull()
})

test('of what is written quickly the last value stays', async () => {
  const outbox = await openPage()
  const writing = ['а', 'аб', 'абв'].map((text) => outbox.keepEntry(draft(1, 'x'), text))
  expect(await values(outbox, 'draft', 1)).toEqual(['абв'])
  await Promise.all(writing)
  expect(await values(await openPage(), 'draft', 1)).toEqual(['абв'])
})

test('a removed entry is gone, and with the last one the sign that there may be any', async () => {
  const outbox = await openPage()
  await outbox.keepEntry(draft(1, 'x'), 'а')
  await outbox.keepEntry(draft(2, 'y'), 'б')
  expect(await mayHold('draft')).toBe(true)
  expect(await mayHold('verdict')).toBe(false)
  await outbox.removeEntry(draft(1, 'x'))
  expect(await mayHold('draft')).toBe(true)
  await outbox.removeEntry(draft(2, 'y'))
  expect(await mayHold('draft')).toBe(false)
  expect(await values(await openPage(), 'draft')).toEqual([])
})

test('a page that is closed saves what has not reached the database', async () => {
  const outbox = await openPage()
  await outbox.keepEntry(draft(1, 'x'), 'старое')
  void outbox.keepEntry(draft(1, 'x'), 'в пути')
  void outbox.keepEntry(draft(1, 'x'), 'последняя буква')
  dispatchEvent(new Event('pagehide'))
  // the page is gone before the database has anything
  const next = await openPage()
  expect(await values(next, 'draft', 1)).toEqual(['последняя буква'])
})

test('a page that is closed while it removes an entry brings nothing back', async () => {
  const outbox = await openPage()
  await outbox.keepEntry(draft(1, 'x'), 'старое')
  closeDatabase()
  void outbox.removeEntry(draft(1, 'x'))
  dispatchEvent(new Event('pagehide'))
  expect(await values(await openPage(), 'draft', 1)).toEqual([])
})

test('what is kept at once needs no database to outlive the page', async () => {
  const outbox = await openPage()
  void outbox.keepEntry(['verdict', 1, '7', ''], { body: 1 }, { atOnce: true })
  expect(localStorage.getItem('outbox:["verdict",1,"7",""]')).toContain('"body":1')
  expect(await mayHold('verdict')).toBe(true)
})

test('without a database local storage serves, and a database that is back knows no better', async () => {
  const outbox = await openPage()
  await outbox.keepEntry(draft(1, 'x'), 'в базе')
  const database = indexedDB
  closeDatabase()
  const second = await openPage()
  expect(await second.keepEntry(draft(1, 'x'), 'без базы')).toBe(true)
  expect(await values(second, 'draft', 1)).toEqual(['без базы'])
  expect(await second.keepFile('x', new File(['1'], 'a.txt'))).toBe(false)
  expect(await second.readFile('x')).toBeNull()

  vi.stubGlobal('indexedDB', database)
  const third = await openPage()
  expect(await values(third, 'draft', 1)).toEqual(['без базы'])
  await third.keepEntry(draft(1, 'x'), 'снова в базе')
  expect(await values(await openPage(), 'draft', 1)).toEqual(['снова в базе'])
  expect(Object.keys(localStorage).filter((name) => name.startsWith('outbox:['))).toEqual([])
})

test('where nothing can be kept it says so', async () => {
  closeDatabase()
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: () => {} })
  const outbox = await openPage()
  expect(await outbox.keepEntry(draft(1, 'x'), 'а')).toBe(false)
  expect(await values(outbox, 'draft', 1)).toEqual([])
})

test('a database that never opens is waited for a second, once', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
  const outbox = await openPage()
  const kept = outbox.keepEntry(draft(1, 'x'), 'а')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await kept).toBe(true)
  const again = outbox.keepEntry(draft(1, 'x'), 'аб')
  await vi.advanceTimersByTimeAsync(1)
  expect(await again).toBe(true)
  vi.useRealTimers()
})

test('what nobody came back to is removed: an upload after a week with its file, a draft after half a year', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const outbox = await openPage()
  await outbox.keepEntry(['upload', 1, 'old', ''], 'старая')
  await outbox.keepFile('old', new File(['1'], 'a.txt'))
  await outbox.keepFile('loose', new File(['1'], 'b.txt'))
  await outbox.keepEntry(draft(1, 'x'), 'черновик')
  vi.setSystemTime(Date.now() + 8 * dayMs)
  await outbox.keepEntry(['upload', 1, 'new', ''], 'новая')
  await outbox.keepFile('new', new File(['1'], 'c.txt'))
  expect(await values(outbox, 'upload', 1)).toEqual(['новая'])
  await outbox.sweep()
  expect(await outbox.readFile('old')).toBeNull()
  expect(await outbox.readFile('loose')).toBeNull()
  expect(await outbox.readFile('new')).not.toBeNull()
  expect(await values(outbox, 'draft', 1)).toEqual(['черновик'])
  vi.setSystemTime(Date.now() + 180 * dayMs)
  expect(await values(outbox, 'draft', 1)).toEqual([])
  vi.useRealTimers()
})

test('what was kept while the clock was ahead goes like anything else', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const database = indexedDB
  const real = Date.now()
  vi.setSystemTime(real + dayMs)
  closeDatabase()
  const outbox = await openPage()
  await outbox.keepEntry(['verdict', 1, '7', ''], 'решение')
  vi.setSystemTime(real)
  vi.stubGlobal('indexedDB', database)
  const next = await openPage()
  expect(await values(next, 'verdict', 1)).toEqual(['решение'])
  await next.removeEntry(['verdict', 1, '7', ''])
  expect(await values(await openPage(), 'verdict', 1)).toEqual([])
  vi.useRealTimers()
})

test('a clock that was ahead for a moment dates what it wrote, and its later versions, but nothing else', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const real = Date.now()
  const outbox = await openPage()
  vi.setSystemTime(real + 400 * dayMs)
  await outbox.keepEntry(['sending', 1, '7', ''], 'из будущего')
  await outbox.keepEntry(draft(1, 'x', 'left'), 'старое')
  vi.setSystemTime(real)
  for (const page of [outbox, await openPage()]) {
    await page.listEntries()
    await page.keepEntry(['sending', 1, '8', ''], 'другая работа')
    await page.keepEntry(draft(1, 'x', 'next'), 'новое')
    const [other] = await page.listEntries('sending', 1, '8')
    expect(other?.at).toBeLessThan(real + dayMs)
    expect(await values(page, 'draft', 1, 'x')).toEqual(['новое', 'старое'])
  }
  vi.useRealTimers()
})

test('what was kept by a clock that had lost the date is not taken for old', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const real = Date.now()
  vi.setSystemTime(Date.UTC(2015, 0))
  const outbox = await openPage()
  await outbox.keepEntry(draft(1, 'x'), 'черновик')
  vi.setSystemTime(real)
  const next = await openPage()
  await next.sweep()
  expect(await values(next, 'draft', 1)).toEqual(['черновик'])
  vi.useRealTimers()
})

test('entries that two tabs move at once are moved by one of them', async () => {
  const first = await openPage()
  for (const [key, value] of Object.entries({ a: 'раз', b: 'два' })) await first.keepEntry(draft(1, 'x', key), value)
  const second = await openPage()
  const move = (tab: Outbox, to: string) =>
    tab.moveEntries<string>([draft(1, 'x', 'a'), draft(1, 'x', 'b')], draft(1, 'x', to), (texts) => texts.join(' '))
  expect(await Promise.all([move(first, 'first'), move(second, 'second')])).toEqual([['раз', 'два'], []])
  expect(await (await openPage()).listEntries('draft', 1)).toMatchObject([
    { id: draft(1, 'x', 'first'), value: 'раз два' },
  ])
})

test('what is in local storage alone is moved as well, and nothing where the database is closed', async () => {
  const database = indexedDB
  closeDatabase()
  const outbox = await openPage()
  await outbox.keepEntry(draft(1, 'x'), 'одно')
  const move = (tab: Outbox) => tab.moveEntries([draft(1, 'x')], draft(1, 'x', 'b'), ([text]) => text)
  expect(await move(outbox)).toBeNull()
  expect(await values(outbox, 'draft', 1)).toEqual(['одно'])
  vi.stubGlobal('indexedDB', database)
  const next = await openPage()
  expect(await move(next)).toEqual(['одно'])
  expect(await next.listEntries('draft', 1)).toMatchObject([{ id: draft(1, 'x', 'b'), value: 'одно' }])
})
