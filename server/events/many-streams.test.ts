// @alone: the CPU time of the thread is measured
import { expect, it, vi } from 'vitest'
import { openEventStream } from '#server/events/event-stream.ts'
import { addNotificationEvent } from '#server/events/events.repo.ts'
import { createLiveStreams } from '#server/events/live-streams.ts'
import { createOpenStreams } from '#server/events/open-streams.ts'
import { testDatabase } from '#server/testing/database.ts'
import { longestBlock } from '#server/testing/longest-block.ts'

const database = await testDatabase()
const { db, pool } = database

/** Opens streams of this many students, and reads them as their pages would. */
const openMany = async (streams: ReturnType<typeof createLiveStreams>, count: number, lastId: number | null = null) => {
  const texts = Array.from({ length: count }, () => '')
  await Promise.all(
    texts.map(async (_, index) => {
      const bytes = await streams.open({ id: index + 1, role: 'student' }, Buffer.alloc(32), lastId)
      bytes.on('data', (text: Buffer) => {
        texts[index] = `${texts[index]}${text}`
      })
    }),
  )
  return texts
}
const arrivedIn = (texts: string[]) => texts.filter((text) => text.includes('event: notification')).length

it('an event to 10,000 people is one row, and blocks nobody while it goes to 5,000 open pages', async () => {
  const errors: unknown[] = []
  const streams = createLiveStreams(database, (error) => errors.push(error))
  const texts = await openMany(streams, 5000)
  const everybody = Array.from({ length: 10_000 }, (_, index) => index + 1)
  const block = await longestBlock(async () => {
    await addNotificationEvent(db, everybody)
    await expect.poll(() => arrivedIn(texts), { timeout: 20_000 }).toBe(5000)
  })
  expect((await db.execute('select from events')).rowCount).toBe(1)
  // in milliseconds of CPU time, with what the readers of this test take
  expect(block).toBeLessThan(100)
  // the pages spread what they load, and when they connect again
  expect(texts[0]).toContain('"within_ms":10000')
  expect(texts[0]).toContain('retry: 10000')
  expect(errors).toEqual([])
  await streams.close()
})

it('pages that connect again at once, as after a restart, share one question to the database', async () => {
  await addNotificationEvent(db, [1, 2, 3])
  const { rows } = await db.execute<{ id: string }>('select max(id) as id from events')
  const streams = createLiveStreams(database, () => {})
  const query = vi.spyOn(pool, 'query')
  const texts = await openMany(streams, 300, Number(rows[0]?.id))
  await expect.poll(() => arrivedIn(texts)).toBe(300)
  expect(query.mock.calls.filter(([question]) => JSON.stringify(question).includes('\\"events\\"'))).toHaveLength(1)
  query.mockRestore()
  await streams.close()
})

it('an event finds the streams of its people and of the curators, each once', () => {
  const streams = createOpenStreams()
  const openOne = (id: number, role: 'student' | 'curator') => {
    const stream = openEventStream({ id, role }, Buffer.alloc(32))
    streams.add(stream)
    return stream
  }
  const [student, tab, curator] = [openOne(1, 'student'), openOne(1, 'student'), openOne(2, 'curator')]
  expect(streams.receiving({ user_ids: [1, 1, 5], to_curators: false })).toEqual([student, tab])
  expect(streams.receiving({ user_ids: [2], to_curators: true })).toEqual([curator])
  streams.setRights(tab, { role: 'curator' })
  streams.setRights(curator, { role: 'student' })
  expect(streams.receiving({ user_ids: [], to_curators: true })).toEqual([tab])
  streams.remove(student)
  streams.remove(student)
  expect([streams.size(), streams.of(1), streams.all()]).toEqual([2, [tab], [tab, curator]])
})
