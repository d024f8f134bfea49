import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftSync, type DeviceCopy, type Failure, type ServerDraft } from '#web/drafts/draft-sync.ts'
import { sameText } from '#web/drafts/same-text.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const draft = (value: string, revision: number): ServerDraft<string> => ({
  value,
  revision,
  saved_at: '2026-11-14T12:03:00.000Z',
})

/** A server that keeps drafts as ours does, with a network that can be cut before or after it, and a device. */
const world = (server: ServerDraft<string>) => {
  const world = {
    server,
    kept: null as DeviceCopy<string> | null,
    saves: [] as string[],
    fault: null as 'request-lost' | 'answer-lost' | 'refused' | 'signed-out' | null,
    delay: 0,
    /** The device has no room. */
    full: false,
    device: {
      write: async (copy: DeviceCopy<string>) => {
        if (!world.full) world.kept = copy
        return !world.full
      },
      clear: () => {
        world.kept = null
      },
    },
    save: async (value: string, revision: number) => {
      world.saves.push(value)
      const { fault } = world
      if (world.delay) await new Promise((resolve) => setTimeout(resolve, world.delay))
      if (fault === 'request-lost') throw new Error('again')
      if (fault === 'refused' || fault === 'signed-out') throw new Error(fault)
      if (revision !== world.server.revision) throw new Error('behind')
      world.server = draft(value, revision + 1)
      if (fault === 'answer-lost') throw new Error('again')
      return world.server
    },
    load: async () => world.server,
    judge: (error: unknown) => (error as Error).message as Failure,
    equal: sameText,
    isNone: (value: string) => value === '',
  }
  return world
}
const begin = (w: ReturnType<typeof world>, copy: DeviceCopy<string> | null = null) =>
  createDraftSync(w.server, copy, w)

test('a text is on the device at once and on the server after a pause; then the device forgets it', async () => {
  const w = world(draft('', 0))
  const sync = begin(w)
  sync.change('<p>а</p>')
  expect(w.kept).toEqual({ value: '<p>а</p>', revision: 0 })
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
  const sync = begin(w)
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
  const sync = begin(w)
  sync.change('а')
  await vi.advanceTimersByTimeAsync(1500)
  expect(sync.get().phase).toBe('offline')
  sync.change('аб')
  expect(w.kept?.value).toBe('аб')
  expect(sync.get().phase).toBe('offline')
  w.fault = null
  sync.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(w.server.value).toBe('аб')
  expect(sync.get().phase).toBe('saved')
})

test('it is tried again by itself, ever less often', async () => {
  const w = world(draft('', 0))
  w.fault = 'request-lost'
  begin(w).change('а')
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
  const sync = begin(w)
  sync.change('а')
  await vi.advanceTimersByTimeAsync(1500)
  sync.change('аб')
  w.fault = null
  await vi.advanceTimersByTimeAsync(5000)
  expect(sync.get().phase).toBe('saved')
  expect(w.server).toMatchObject({ value: 'аб', revision: 2 })
})

test('a flush after a lost answer succeeds: the server has the text', async () => {
  const w = world(draft('', 0))
  w.fault = 'answer-lost'
  const sync = begin(w)
  sync.change('а')
  await expect(sync.flush()).rejects.toThrow('again')
  w.fault = null
  await sync.flush()
  expect(sync.get().phase).toBe('saved')
  expect(w.server.revision).toBe(1)
})

test('another version on the server: both are kept until the person chooses', async () => {
  const w = world(draft('общее', 1))
  const sync = begin(w)
  w.server = draft('с телефона', 2)
  sync.change('с компьютера')
  await vi.advanceTimersByTimeAsync(1500)
  expect(sync.get()).toMatchObject({ phase: 'conflict', value: 'с компьютера', theirs: { value: 'с телефона' } })
  expect(w.kept?.value).toBe('с компьютера')
  await expect(sync.flush()).rejects.toThrow()
  expect(w.server.value).toBe('с телефона')

  expect(sync.choose('mine')).toEqual({ other: 'с телефона' })
  await vi.advanceTimersByTimeAsync(0)
  expect(w.server).toMatchObject({ value: 'с компьютера', revision: 3 })
  expect(w.kept).toBeNull()
})

test('choosing the server’s version returns the user’s own for an undo', async () => {
  const w = world(draft('с телефона', 2))
  const sync = begin(w, { value: 'с компьютера', revision: 1 })
  expect(sync.get().phase).toBe('conflict')
  expect(sync.choose('theirs')).toEqual({ other: 'с компьютера' })
  expect(sync.get()).toMatchObject({ phase: 'saved', value: 'с телефона' })
  sync.change('с компьютера')
  await vi.advanceTimersByTimeAsync(1500)
  expect(w.server).toMatchObject({ value: 'с компьютера', revision: 3 })
})

test('after a reload an unconfirmed copy is restored and sent', async () => {
  const w = world(draft('старое', 4))
  const sync = begin(w, { value: 'новое', revision: 4 })
  expect(sync.get().value).toBe('новое')
  await vi.advanceTimersByTimeAsync(0)
  expect(w.server).toMatchObject({ value: 'новое', revision: 5 })
  expect(w.kept).toBeNull()
})

test('a copy that the server already has is not a conflict after a reload', () => {
  const w = world(draft('<p>новое</p>', 5))
  const sync = begin(w, { value: '<p>новое</p><p></p>', revision: 4 })
  expect(sync.get().phase).toBe('saved')
  expect(w.kept).toBeNull()
})

test('a refusal keeps the text on the device', async () => {
  const w = world(draft('', 0))
  w.fault = 'refused'
  const sync = begin(w)
  sync.change('а')
  await expect(sync.flush()).rejects.toThrow('refused')
  expect(sync.get().phase).toBe('refused')
  expect(w.kept?.value).toBe('а')
})

test('a flush waits for the save under way and for what was typed meanwhile', async () => {
  const w = world(draft('', 0))
  w.delay = 1000
  const sync = begin(w)
  sync.change('1')
  await vi.advanceTimersByTimeAsync(1500)
  sync.change('12')
  const done = vi.fn()
  sync.flush().then(done)
  await vi.advanceTimersByTimeAsync(900)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1200)
  expect(done).toHaveBeenCalled()
  expect(w.server.value).toBe('12')
})

test('a fresher draft from the server is taken over while nothing is typed, an older one never', () => {
  const w = world(draft('а', 3))
  const sync = begin(w)
  sync.meet(draft('старое', 2))
  expect(sync.get().value).toBe('а')
  sync.meet(draft('б', 4))
  expect(sync.get().value).toBe('б')
})

test('handing in empties the draft and the device', async () => {
  const w = world(draft('а', 3))
  const sync = begin(w)
  sync.change('аб')
  await sync.flush()
  sync.emptied({ ...draft('', 4), saved_at: null })
  expect(sync.get()).toMatchObject({ value: '', phase: 'saved' })
  expect(w.kept).toBeNull()
})

test('who types without a pause is not kept waiting', async () => {
  const w = world(draft('', 0))
  const sync = begin(w)
  for (let count = 1; count <= 11; count += 1) {
    sync.change('а'.repeat(count))
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(w.saves.length).toBe(1)
  expect(w.kept).not.toBeNull()
  await vi.advanceTimersByTimeAsync(1500)
  expect(w.server.value).toBe('а'.repeat(11))
})

test('a change that only looks different is not sent', async () => {
  const w = world(draft('<p>а</p>', 1))
  const sync = begin(w)
  sync.change('<p>а</p><p></p>')
  await vi.advanceTimersByTimeAsync(1500)
  expect(w.saves).toEqual([])
  expect(sync.get()).toMatchObject({ phase: 'saved', value: '<p>а</p><p></p>' })
  expect(w.kept).toBeNull()
})

test('after a lost answer the earlier text is sent again, though it is what the server is known to have', async () => {
  const w = world(draft('а', 1))
  const sync = begin(w)
  w.fault = 'answer-lost'
  sync.change('аб')
  await vi.advanceTimersByTimeAsync(1500)
  expect(w.server.value).toBe('аб')
  w.fault = null
  sync.change('а')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(w.server.value).toBe('а')
  expect(sync.get().phase).toBe('saved')
})

test('who is signed out is not asked again until there is a reason', async () => {
  const w = world(draft('', 0))
  w.fault = 'signed-out'
  const sync = begin(w)
  sync.change('а')
  await vi.advanceTimersByTimeAsync(1500)
  expect(sync.get().phase).toBe('signed-out')
  sync.change('аб')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(w.saves).toEqual(['а'])
  expect(w.kept?.value).toBe('аб')
  w.fault = null
  sync.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(w.server.value).toBe('аб')
})

test('a device without room is reported, until the server has the text', async () => {
  const w = world(draft('', 0))
  w.full = true
  const sync = begin(w)
  sync.change('а')
  await vi.advanceTimersByTimeAsync(0)
  expect(sync.get().pageOnly).toBe(true)
  await vi.advanceTimersByTimeAsync(1500)
  expect(sync.get()).toMatchObject({ phase: 'saved', pageOnly: false })
})

test('an ended draft is sent to the server until it confirms, and its end outlives the page', async () => {
  const w = world(draft('а', 3))
  w.fault = 'request-lost'
  const sync = begin(w)
  sync.end('')
  await vi.advanceTimersByTimeAsync(0)
  expect(sync.get().value).toBe('')
  expect(w.kept).toEqual({ value: '', revision: 3 })

  const again = world(draft('а', 3))
  const next = begin(again, w.kept)
  expect(next.get().value).toBe('')
  await vi.advanceTimersByTimeAsync(0)
  expect(again.server).toMatchObject({ value: '', revision: 4 })
  expect(again.kept).toBeNull()
})

test('an end that was not sent leaves alone what was written elsewhere since', async () => {
  const w = world(draft('б', 4))
  const sync = begin(w, { value: '', revision: 3 })
  expect(sync.get()).toMatchObject({ value: 'б', phase: 'saved' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(w.saves).toEqual([])

  sync.change('бв')
  w.server = draft('г', 5)
  sync.end('')
  await vi.advanceTimersByTimeAsync(0)
  expect(sync.get()).toMatchObject({ value: 'г', phase: 'saved' })
})

test('a draft that was ended elsewhere takes nothing from what is typed here', async () => {
  const w = world(draft('а', 3))
  const sync = begin(w)
  w.server = draft('', 4)
  sync.change('аб')
  await vi.advanceTimersByTimeAsync(1500)
  expect(w.server).toMatchObject({ value: 'аб', revision: 5 })
  expect(sync.get().phase).toBe('saved')
})

test('another page of the same browser announces what it has saved', async () => {
  const w = world(draft('а', 3))
  const sync = begin(w)
  w.server = draft('б', 4)
  sync.meet(w.server)
  expect(sync.get()).toMatchObject({ value: 'б', turn: 1 })
  sync.change('бв')
  w.server = draft('бг', 5)
  sync.meet(w.server)
  expect(sync.get()).toMatchObject({ phase: 'conflict', value: 'бв', theirs: { value: 'бг' } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(w.saves).toEqual([])
})

test('fields are notified when something else than typing has changed the value', () => {
  const sync = begin(world(draft('а', 3)))
  sync.change('аб')
  expect(sync.get().turn).toBe(0)
  sync.replace('в')
  expect(sync.get()).toMatchObject({ value: 'в', turn: 1 })
})

test('a draft that the server has long deleted begins again', async () => {
  const w = world(draft('', 7))
  const sync = begin(w)
  w.server = draft('', 0)
  sync.change('а')
  await vi.advanceTimersByTimeAsync(1500)
  expect(w.server).toMatchObject({ value: 'а', revision: 1 })
  expect(sync.get().phase).toBe('saved')
})
