import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '#contract/tasks/tasks.schema.ts'
import { createDraftSync, type DeviceCopy, type Failure, sameText } from '#web/tasks/draft-sync.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const draft = (content: string, revision: number): Draft => ({
  content,
  revision,
  files: [],
  saved_at: '2026-11-14T12:03:00.000Z',
})

/** A server that keeps drafts as ours does, with a network that can be cut before or after it. */
const world = (server: Draft, kept: DeviceCopy | null = null) => {
  const world = {
    server,
    kept,
    saves: [] as string[],
    fault: null as 'request-lost' | 'answer-lost' | 'refused' | null,
    delay: 0,
    storage: {
      read: () => world.kept,
      write: (copy: DeviceCopy) => {
        world.kept = copy
      },
      clear: () => {
        world.kept = null
      },
    },
    save: async (content: string, revision: number) => {
      world.saves.push(content)
      const { fault } = world
      if (world.delay) await new Promise((resolve) => setTimeout(resolve, world.delay))
      if (fault === 'request-lost') throw new Error('again')
      if (fault === 'refused') throw new Error('refused')
      if (revision !== world.server.revision) throw new Error('behind')
      world.server = draft(content, revision + 1)
      if (fault === 'answer-lost') throw new Error('again')
      return world.server
    },
    load: async () => world.server,
    judge: (error: unknown) => (error as Error).message as Failure,
  }
  return world
}

test('a text is on the device at once and on the server after a pause; then the device forgets it', async () => {
  const w = world(draft('', 0))
  const sync = createDraftSync(w.server, w)
  sync.change('<p>а</p>')
  expect(w.kept).toEqual({ content: '<p>а</p>', revision: 0 })
  await vi.advanceTimersByTimeAsync(1000)
  sync.change('<p>аб</p>')
  await vi.advanceTimersByTimeAsync(1000)
  expect(w.saves).toEqual([])
  expect(sync.get().phase).toBe('waiting')
  await vi.advanceTimersByTimeAsync(600)
  expect(w.saves).toEqual(['<p>аб</p>'])
  expect(sync.get().phase).toBe('saved')
  expect(w.kept).toBeNull()
})

test('one save at a time: what is typed meanwhile goes next, and only the latest', async () => {
  const w = world(draft('', 0))
  w.delay = 5000
  const sync = createDraftSync(w.server, w)
  sync.change('1')
  await vi.advanceTimersByTimeAsync(1500)
  sync.change('12')
  await vi.advanceTimersByTimeAsync(1600)
  sync.change('123')
  await vi.advanceTimersByTimeAsync(1600)
  expect(w.saves).toEqual(['1'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(w.saves).toEqual(['1', '123'])
  expect(w.server.revision).toBe(2)
  expect(sync.get().phase).toBe('saved')
  expect(w.kept).toBeNull()
})

test('without a network the text stays on the device and is sent when the network is back', async () => {
  const w = world(draft('', 0))
  w.fault = 'request-lost'
  const sync = createDraftSync(w.server, w)
  sync.change('а')
  await vi.advanceTimersByTimeAsync(1500)
  expect(sync.get().phase).toBe('offline')
  sync.change('аб')
  expect(w.kept?.content).toBe('аб')
  expect(sync.get().phase).toBe('offline')
  w.fault = null
  sync.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(w.server.content).toBe('аб')
  expect(sync.get().phase).toBe('saved')
})

test('it is tried again by itself, ever less often', async () => {
  const w = world(draft('', 0))
  w.fault = 'request-lost'
  createDraftSync(w.server, w).change('а')
  await vi.advanceTimersByTimeAsync(1500)
  expect(w.saves.length).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(w.saves.length).toBe(2)
  await vi.advanceTimersByTimeAsync(4000)
  expect(w.saves.length).toBe(3)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(w.saves.length).toBeLessThan(9)
})

test('a save whose answer was lost is no conflict, even when the person has typed on', async () => {
  const w = world(draft('', 0))
  w.fault = 'answer-lost'
  const sync = createDraftSync(w.server, w)
  sync.change('а')
  await vi.advanceTimersByTimeAsync(1500)
  sync.change('аб')
  w.fault = null
  await vi.advanceTimersByTimeAsync(5000)
  expect(sync.get().phase).toBe('saved')
  expect(w.server).toMatchObject({ content: 'аб', revision: 2 })
})

test('a flush after a lost answer succeeds: the server has the text', async () => {
  const w = world(draft('', 0))
  w.fault = 'answer-lost'
  const sync = createDraftSync(w.server, w)
  sync.change('а')
  await expect(sync.flush()).rejects.toThrow('again')
  w.fault = null
  await sync.flush()
  expect(sync.get().phase).toBe('saved')
  expect(w.server.revision).toBe(1)
})

test('another version on the server: both are kept until the person chooses', async () => {
  const w = world(draft('общее', 1))
  const sync = createDraftSync(w.server, w)
  w.server = draft('с телефона', 2)
  sync.change('с компьютера')
  await vi.advanceTimersByTimeAsync(1500)
  expect(sync.get()).toMatchObject({ phase: 'conflict', content: 'с компьютера', theirs: { content: 'с телефона' } })
  expect(w.kept?.content).toBe('с компьютера')
  await expect(sync.flush()).rejects.toThrow()
  expect(w.server.content).toBe('с телефона')

  expect(sync.choose('mine')).toBe('с телефона')
  await vi.advanceTimersByTimeAsync(0)
  expect(w.server).toMatchObject({ content: 'с компьютера', revision: 3 })
  expect(w.kept).toBeNull()
})

test('choosing the server’s version gives one’s own back for an undo', async () => {
  const w = world(draft('с телефона', 2), { content: 'с компьютера', revision: 1 })
  const sync = createDraftSync(w.server, w)
  expect(sync.get().phase).toBe('conflict')
  expect(sync.choose('theirs')).toBe('с компьютера')
  expect(sync.get()).toMatchObject({ phase: 'saved', content: 'с телефона' })
  sync.change('с компьютера')
  await vi.advanceTimersByTimeAsync(1500)
  expect(w.server).toMatchObject({ content: 'с компьютера', revision: 3 })
})

test('after a reload an unconfirmed copy is restored and sent', async () => {
  const w = world(draft('старое', 4), { content: 'новое', revision: 4 })
  const sync = createDraftSync(w.server, w)
  expect(sync.get().content).toBe('новое')
  await vi.advanceTimersByTimeAsync(0)
  expect(w.server).toMatchObject({ content: 'новое', revision: 5 })
  expect(w.kept).toBeNull()
})

test('a copy that the server already has is not a conflict after a reload', () => {
  const w = world(draft('<p>новое</p>', 5), { content: '<p>новое</p><p></p>', revision: 4 })
  const sync = createDraftSync(w.server, w)
  expect(sync.get().phase).toBe('saved')
  expect(w.kept).toBeNull()
})

test('a refusal keeps the text on the device', async () => {
  const w = world(draft('', 0))
  w.fault = 'refused'
  const sync = createDraftSync(w.server, w)
  sync.change('а')
  await expect(sync.flush()).rejects.toThrow('refused')
  expect(sync.get().phase).toBe('refused')
  expect(w.kept?.content).toBe('а')
})

test('a flush waits for the save under way and for what was typed meanwhile', async () => {
  const w = world(draft('', 0))
  w.delay = 1000
  const sync = createDraftSync(w.server, w)
  sync.change('1')
  await vi.advanceTimersByTimeAsync(1500)
  sync.change('12')
  const done = vi.fn()
  sync.flush().then(done)
  await vi.advanceTimersByTimeAsync(900)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1200)
  expect(done).toHaveBeenCalled()
  expect(w.server.content).toBe('12')
})

test('a fresher draft from the server is taken over while nothing is typed, an older one never', () => {
  const w = world(draft('а', 3))
  const sync = createDraftSync(w.server, w)
  sync.meet(draft('старое', 2))
  expect(sync.get().content).toBe('а')
  sync.meet(draft('б', 4))
  expect(sync.get().content).toBe('б')
})

test('handing in empties the draft and the device', async () => {
  const w = world(draft('а', 3))
  const sync = createDraftSync(w.server, w)
  sync.change('аб')
  await sync.flush()
  sync.handedIn({ ...draft('', 4), saved_at: null })
  expect(sync.get()).toMatchObject({ content: '', phase: 'saved' })
  expect(w.kept).toBeNull()
})

test('another tab’s text on the device is not cleared by this tab', async () => {
  const w = world(draft('', 0))
  const sync = createDraftSync(w.server, w)
  sync.change('моё')
  w.kept = { content: 'из другой вкладки', revision: 0 }
  await sync.flush()
  expect(w.kept?.content).toBe('из другой вкладки')
})

test('texts are compared as readers see them', () => {
  expect(sameText('<p>а</p><p></p>', '<p>а</p>')).toBe(true)
  expect(sameText('<a href="/x" rel="noopener" target="_blank">x</a>', '<a href="/x">x</a>')).toBe(true)
  expect(sameText('<a href="/x">x</a>', '<a href="/y">x</a>')).toBe(false)
  expect(sameText('<p>а<br></p>', '<p>а<br /></p>')).toBe(true)
  expect(sameText('<p>class="a"</p>', '<p>class="b"</p>')).toBe(false)
  expect(sameText('<p>а б</p>', '<p>аб</p>')).toBe(false)
})
