import { asc, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { effects } from '#server/effects/effects.table.ts'
import {
  addEffect,
  type EffectHandlers,
  type EffectKind,
  type EffectPayloads,
  runDueEffects,
  startEffects,
} from '#server/effects/effects.ts'
import { maxTries } from '#server/effects/pauses.repo.ts'
import { testDatabase } from '#server/testing/database.ts'

const { db } = await testDatabase()

beforeEach(async () => {
  await db.delete(effects)
})

type Act = (payload: EffectPayloads['project-liked']) => Promise<void> | void

/** Handlers that only `project-liked` reaches. */
const handlers = (act: Act) =>
  ({ 'project-liked': async (_db, payload) => act(payload) }) as Partial<EffectHandlers> as EffectHandlers
const add = (project_id: number, visibleAt?: string) =>
  addEffect(db, 'project-liked', { project_id, actor_id: 1 }, visibleAt)
const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const left = () => db.select().from(effects).orderBy(asc(effects.id))

const run = async (act: Act) => {
  const errors: unknown[] = []
  const done = await runDueEffects(db, handlers(act), (error) => errors.push(error))
  return { done, errors }
}

describe('a due effect', () => {
  it('is carried out once, oldest first', async () => {
    const seen: number[] = []
    await add(2, later(-5))
    await add(3)
    await add(1, later(-10))
    expect(await run(({ project_id }) => void seen.push(project_id))).toEqual({ done: 3, errors: [] })
    expect(await run(() => {})).toEqual({ done: 0, errors: [] })
    expect([seen, await left()]).toEqual([[1, 2, 3], []])
  })

  it('is not one that becomes visible later', async () => {
    await add(1, later(60))
    expect((await run(() => {})).done).toBe(0)
    expect(await left()).toHaveLength(1)
    await db.update(effects).set({ visible_at: later(-1) })
    expect((await run(() => {})).done).toBe(1)
  })

  it('may be one that a clock a day ahead has written', async () => {
    await add(1)
    await add(2, later(3600))
    // held back for an undo
    await add(3, later(10))
    await db.update(effects).set({
      created_at: sql`${effects.created_at} + interval '1 day'`,
      visible_at: sql`${effects.visible_at} + interval '1 day'`,
    })
    const seen: number[] = []
    expect(await run(({ project_id }) => void seen.push(project_id))).toEqual({ done: 2, errors: [] })
    expect(seen).toEqual([1, 3])
    await db.delete(effects)
  })

  it('may be one that a handler adds', async () => {
    await add(1)
    const { done } = await run(({ project_id }) => (project_id < 3 ? add(project_id + 1) : undefined))
    expect([done, await left()]).toEqual([3, []])
  })
})

describe('a failure', () => {
  it('blocks no other effect, and is retried after 5, 10, 20 seconds, max an hour', async () => {
    await add(1, later(-10))
    await add(2)
    const seen: number[] = []
    const act: Act = ({ project_id }) => {
      if (project_id === 1) throw new Error('нет почты')
      seen.push(project_id)
    }
    /** Fails, and waits this long from some moment of the try: a busy machine may take seconds for it. */
    const expectPause = async (attempts: number, seconds: number) => {
      const began = Date.now()
      const outcome = await run(act)
      const [row] = await left()
      const ended = Date.now()
      expect(row?.attempts).toBe(attempts)
      const due = Date.parse(row?.visible_at as string) - seconds * 1000
      expect(due).toBeGreaterThanOrEqual(began)
      // rounded to a millisecond
      expect(due).toBeLessThanOrEqual(ended + 1)
      return outcome
    }
    const { done, errors } = await expectPause(1, 5)
    expect([done, errors.length, seen]).toEqual([1, 1, [2]])
    // the error itself may contain names and addresses
    expect((await left())[0]?.last_error).toBe('internal')
    for (const [attempts, seconds] of [
      [2, 10],
      [3, 20],
      [4, 40],
    ] as const) {
      await db.update(effects).set({ visible_at: later(-1) })
      await expectPause(attempts, seconds)
    }
    await db.update(effects).set({ visible_at: later(-1), attempts: maxTries - 2 })
    await expectPause(maxTries - 1, 3600)
    expect((await left())[0]?.set_aside_at).toBeNull()
    await db.update(effects).set({ visible_at: later(-1) })
    expect((await run(() => {})).done).toBe(1)
  })

  it.each([
    ['full', 'ENOSPC'],
    ['read-only', 'EROFS'],
  ])('of a letter that the %s disk takes no file of is no mistake of the program', async (_, code) => {
    await add(1)
    await run(() => {
      throw Object.assign(new Error('The letter is not written.'), { code })
    })
    expect((await left())[0]?.last_error).toBe('storage-away')
  })

  it('sets an effect aside after its last try', async () => {
    await add(1, later(-10))
    await db.update(effects).set({ attempts: maxTries - 1 })
    const fail: Act = () => {
      throw new Error('нет')
    }
    expect((await run(fail)).errors).toHaveLength(1)
    expect((await left())[0]?.set_aside_at).not.toBeNull()
    await db.update(effects).set({ visible_at: later(-1) })
    expect(await run(fail)).toEqual({ done: 0, errors: [] })
  })

  it('rolls back what its handler wrote', async () => {
    await add(1)
    const failing = {
      'project-liked': async (tx) => {
        await addEffect(tx, 'project-liked', { project_id: 2, actor_id: 1 })
        throw new Error('потом')
      },
    } as Partial<EffectHandlers> as EffectHandlers
    await runDueEffects(db, failing, () => {})
    expect((await left()).map(({ payload }) => payload)).toEqual([{ project_id: 1, actor_id: 1 }])
  })

  it('of an unknown kind is handled like any other', async () => {
    await addEffect(db, 'from-another-version' as EffectKind, { project_id: 1, actor_id: 1 })
    await add(2)
    const { done, errors } = await run(() => {})
    expect([done, errors.length, (await left()).length]).toEqual([1, 1, 1])
  })
})

describe('an act', () => {
  it('that is rolled back leaves no effect, and before it commits there is none', async () => {
    await expect(
      db.transaction(async (tx) => {
        await addEffect(tx, 'project-liked', { project_id: 1, actor_id: 1 })
        expect((await run(() => {})).done).toBe(0)
        throw new Error('назад')
      }),
    ).rejects.toThrow('назад')
    expect(await left()).toEqual([])
  })
})

describe('workers', () => {
  it('carry out everything exactly once when there are many', async () => {
    for (let i = 0; i < 60; i++) await add(i)
    const seen: number[] = []
    const act: Act = async ({ project_id }) => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      seen.push(project_id)
    }
    const results = await Promise.all([run(act), run(act), run(act)])
    expect(results.reduce((sum, { done }) => sum + done, 0)).toBe(60)
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i))
  })

  it('find new effects by themselves, survive errors, and finish their current work before they stop', async () => {
    const errors: unknown[] = []
    const seen: number[] = []
    let ended = false
    const { promise: goes, resolve: go } = Promise.withResolvers<void>()
    const act: Act = async ({ project_id }) => {
      if (project_id === 1) throw new Error('нет')
      seen.push(project_id)
      await goes
      ended = true
    }
    const worker = startEffects(db, handlers(act), (error) => errors.push(error), 'own')
    // its last try: it fails once, however long the test takes
    await db
      .insert(effects)
      .values({ kind: 'project-liked', payload: { project_id: 1, actor_id: 1 }, attempts: maxTries - 1 })
    await expect.poll(() => errors).toHaveLength(1)
    await add(2)
    await expect.poll(() => seen).toHaveLength(1)
    let isStopped = false
    const stopping = worker.stop().then(() => {
      isStopped = true
    })
    expect(await left()).toHaveLength(2)
    expect(isStopped).toBe(false)
    go()
    await stopping
    expect([ended, errors.length]).toEqual([true, 1])
    await add(3)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(seen).toEqual([2])
  })

  it('leave what else is due to the next start once they are stopped', async () => {
    for (const id of [1, 2, 3]) await add(id)
    const { promise: begins, resolve: begin } = Promise.withResolvers<void>()
    const { promise: goes, resolve: go } = Promise.withResolvers<void>()
    const act: Act = () => {
      begin()
      return goes
    }
    const worker = startEffects(db, handlers(act), () => {}, 'own')
    await begins
    const stopping = worker.stop()
    go()
    await stopping
    expect((await left()).map(({ payload }) => payload)).toMatchObject([{ project_id: 2 }, { project_id: 3 }])
  })

  it('wait while the database is away', async () => {
    const errors: unknown[] = []
    const seen: number[] = []
    await db.execute(sql`alter table effects rename to effects_away`)
    const worker = startEffects(
      db,
      handlers(({ project_id }) => void seen.push(project_id)),
      (error) => errors.push(error),
      'own',
    )
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    await db.execute(sql`alter table effects_away rename to effects`)
    await add(1)
    await expect.poll(() => seen).toHaveLength(1)
    await worker.stop()
    expect(seen).toEqual([1])
  })
})
