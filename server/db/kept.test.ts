import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKept } from '#server/db/kept.ts'
import { testDatabase } from '#server/testing/database.ts'
import { hold } from '#server/testing/locks.ts'
import { buildUser } from '#server/users/users.factory.ts'

// requests wait for changes as long as a busy machine needs: how long they really do is for listener.test.ts
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
afterAll(() => {
  vi.useRealTimers()
})

const { db, url } = await testDatabase()
const errors = vi.fn()
const kept = createKept(url, errors)
// before the database is dropped
afterAll(kept.stop)

const [anna, boris] = [await buildUser(db), await buildUser(db)]
const notify = (userId: number) =>
  db.execute(sql`insert into notifications (user_id, type, title) values (${userId}, 'course-enrolled', 'Курс')`)
const count = async (userId: number) => {
  const { rows } = await db.execute(sql`select count(*)::int as count from notifications where user_id = ${userId}`)
  return rows[0]?.count
}
const build = vi.fn(count)
const recipe = (userId: number) => ({
  key: `count ${userId}`,
  tags: [`notifications:${userId}`],
  build: () => build(userId),
})
/** Reads as a request does. */
const read = async (userId: number) => {
  expect(await kept.catchUp()).toBe(true)
  return kept.read(true, recipe(userId))
}

beforeEach(async () => {
  await expect.poll(() => kept.catchUp()).toBe(true)
  await db.execute(sql`delete from notifications`)
  await read(anna.id)
  await read(boris.id)
  build.mockClear()
})

describe('a kept value', () => {
  it('is built once, and again after a change of its own rows', async () => {
    expect(await read(anna.id)).toBe(0)
    expect(build).not.toHaveBeenCalled()
    await notify(anna.id)
    expect(await read(anna.id)).toBe(1)
    expect(await read(anna.id)).toBe(1)
    expect(await read(boris.id)).toBe(0)
    expect(build).toHaveBeenCalledTimes(1)
  })

  it('is dropped by an update, a delete, a cascade, and a statement about many', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => buildUser(db)))
    await notify(anna.id)
    await read(anna.id)
    for (const statement of [
      sql`update notifications set read_at = now() where user_id = ${anna.id}`,
      sql`delete from notifications where user_id = ${anna.id}`,
      sql`insert into notifications (user_id, type, title) select id, 'course-enrolled', 'Курс' from users`,
      sql`truncate notifications cascade`,
    ]) {
      build.mockClear()
      await db.execute(statement)
      await read(anna.id)
      expect(build).toHaveBeenCalledTimes(1)
    }
    const [gone] = people
    if (!gone) return
    await notify(gone.id)
    expect(await read(gone.id)).toBe(1)
    await db.execute(sql`delete from users where id = ${gone.id}`)
    expect(await read(gone.id)).toBe(0)
  })

  it('stays when nothing was committed', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`insert into notifications (user_id, type, title) values (${anna.id}, 'x', 'Курс')`)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await db.execute(sql`update notifications set read_at = now() where user_id = ${anna.id}`)
    await read(anna.id)
    expect(build).not.toHaveBeenCalled()
  })

  it('is not kept when its rows change while it is built', async () => {
    await kept.build({
      ...recipe(anna.id),
      build: async () => {
        const before = await count(anna.id)
        await notify(anna.id)
        // received while the value is still being built
        await kept.catchUp()
        return before
      },
    })
    expect(await read(anna.id)).toBe(1)
  })

  it('is not kept when it is null or fails', async () => {
    await kept.build({ key: 'nobody', tags: ['users'], build: async () => null })
    expect(kept.find('nobody')).toBeUndefined()
    const failing = { key: 'failing', tags: ['users'], build: () => Promise.reject(new Error('no')) }
    await expect(kept.build(failing)).rejects.toThrow('no')
    expect(kept.find('failing')).toBeUndefined()
  })

  it('is dropped by what its sources name, also while it is built', async () => {
    const sources = (until: string | null = null) => ({
      ...recipe(anna.id),
      tags: ['users'],
      findTags: async () => [`notifications:${anna.id}`],
      findUntil: async () => until,
    })
    await kept.build(sources())
    expect(kept.find(`count ${anna.id}`)).toBe(0)
    await notify(anna.id)
    await kept.catchUp()
    expect(kept.find(`count ${anna.id}`)).toBeUndefined()
    await kept.build({
      ...sources(),
      build: async () => {
        await notify(anna.id)
        await kept.catchUp()
        return 1
      },
    })
    expect(kept.find(`count ${anna.id}`)).toBeUndefined()
    await kept.build(sources(new Date(Date.now() - 1).toISOString()))
    expect(kept.find(`count ${anna.id}`)).toBeUndefined()
  })

  it('makes room when there are too many, the least recently read first', async () => {
    const size = 9 * 1024 * 1024
    const keep = (key: string) => kept.build({ key, tags: ['users'], build: async () => key, bytesOf: () => size })
    for (const key of ['a', 'b', 'c']) await keep(key)
    kept.find('a')
    await keep('d')
    expect(['a', 'b', 'c', 'd'].map((key) => kept.find(key))).toEqual(['a', undefined, 'c', 'd'])
  })

  it('leaves room for more once it takes less memory, and for less once it takes more', async () => {
    const size = 9 * 1024 * 1024
    const sizes = new Map(['a', 'b', 'c', 'd'].map((key) => [key, size]))
    const keep = (key: string) =>
      kept.build({ key, tags: ['users'], build: async () => key, bytesOf: () => sizes.get(key) ?? 0 })
    for (const key of ['a', 'b', 'c']) await keep(key)
    sizes.set('b', 1024)
    kept.measure('b')
    kept.measure('unknown')
    await keep('d')
    expect(['a', 'b', 'c', 'd'].map((key) => kept.find(key))).toEqual(['a', 'b', 'c', 'd'])
    sizes.set('d', 2 * size)
    kept.measure('d')
    expect(['a', 'b', 'c', 'd'].map((key) => kept.find(key))).toEqual([undefined, 'b', 'c', 'd'])
  })
})

it('readers who come at once share a round trip', async () => {
  const before = await kept.catchUp()
  const all = await Promise.all(Array.from({ length: 100 }, () => kept.catchUp()))
  expect([before, ...all]).toEqual(Array(101).fill(true))
  const joined = kept.catchUp()
  expect(kept.catchUp()).toBe(joined)
  await joined
})

it('a change that waits to be committed is received after it is', async () => {
  const user = sql`insert into notifications (user_id, type, title) values (${anna.id}, 'course-enrolled', 'Курс')`
  const commit = await hold(db, user)
  expect(await read(anna.id)).toBe(0)
  await commit()
  expect(await read(anna.id)).toBe(1)
})

describe('while the connection is lost', () => {
  /** Breaks the connection, and acts as soon as that is known: a moment later there is a new one. */
  const whileLost = async <Result>(act: () => Promise<Result>) => {
    const { promise, resolve } = Promise.withResolvers<Result>()
    errors.mockImplementationOnce(() => resolve(act()))
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'praktika: changes'`)
    return promise
  }

  it('nothing is kept', async () => {
    const ids = [anna.id, boris.id]
    const found = await whileLost(async () => [await kept.catchUp(), ...ids.map((id) => kept.find(`count ${id}`))])
    expect(found).toEqual([false, undefined, undefined])
    await expect.poll(() => kept.catchUp()).toBe(true)
    for (const id of ids) expect(kept.find(`count ${id}`)).toBeUndefined()
  })

  it('what a request builds that came before is not kept either', async () => {
    expect(await whileLost(() => kept.build(recipe(anna.id)))).toBe(0)
    await notify(anna.id)
    await expect.poll(() => kept.catchUp()).toBe(true)
    expect(await read(anna.id)).toBe(1)
  })
})
