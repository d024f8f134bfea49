import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit/audit.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { auditEntries } from '#server/audit/audit.table.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { emptyAudit } from '#server/testing/empty.ts'

const { app, db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator', name: 'Вера', surname: 'Кротова' })
const teacher = await signedIn({ role: 'teacher', name: 'Пётр', surname: 'Ильин' })
const student = await signedIn({ name: 'Мария', surname: 'Орлова' })
const course = await buildCourse(db, { name: 'Основы вёрстки' })

beforeEach(() => emptyAudit(db))

const get = async (path: string) => (await call('GET', `/api/audit${path}`, { token: curator.token })).body
const entriesOf = async (query = ''): Promise<AuditEntry[]> => (await get(query)).entries
const check = async () => (await get('/check')).check

const object = { kind: 'user' as const, id: student.id }
const add = (values: Partial<Parameters<typeof addAuditEntry>[1]> = {}) =>
  db.transaction((tx) => addAuditEntry(tx, { actor: curator, kind: 'user-active', object, ...values }))

/** Entries at moments of their own, oldest first. */
const addAt = (...moments: string[]) =>
  db.insert(auditEntries).values(
    moments.map((at) => ({
      at,
      actor_id: teacher.id,
      kind: 'score' as const,
      object_kind: 'task' as const,
      object_id: '1',
      before: { score: null },
      after: { score: 5 },
    })),
  )

describe('the journal of changes', () => {
  it('shows who changed what, with the names that things have now', async () => {
    await add({ kind: 'user-role', before: { role: 'student' }, after: { role: 'teacher' } })
    const object = { kind: 'course' as const, id: course.id }
    await add({ kind: 'course-students', actor: teacher, object, after: { students: [student.id] } })
    const [enrolled, role] = await entriesOf()
    expect(role).toMatchObject({
      actor: { id: curator.id, name: 'Вера', surname: 'Кротова' },
      kind: 'user-role',
      object: { kind: 'user', id: student.id, name: 'Мария Орлова' },
      before: { role: 'student' },
      after: { role: 'teacher' },
    })
    expect(enrolled).toMatchObject({
      actor: { id: teacher.id },
      object: { kind: 'course', id: course.id, name: 'Основы вёрстки' },
      before: {},
      after: { students: [{ id: student.id, name: 'Мария Орлова' }] },
    })
  })

  it('has no name for what is gone, and no actor for what nobody signed in has done', async () => {
    await add({ actor: null, object: { kind: 'project', id: 2_000_000_000 } })
    await add({ object: { kind: 'document', id: 'privacy' } })
    await add({ object: { kind: 'settings', id: 'school' } })
    expect((await entriesOf()).map(({ actor, object }) => [actor?.id, object.id, object.name])).toEqual([
      [curator.id, 'school', 'Школа'],
      [curator.id, 'privacy', 'Политика обработки персональных данных'],
      [undefined, 2_000_000_000, null],
    ])
  })

  it('is narrowed down by who acted, kind and dates', async () => {
    await addAt('2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z', '2026-03-03T10:00:00Z')
    await add()
    const days = async (query: string) => (await entriesOf(query)).map(({ at }) => at.slice(0, 10))
    expect(await days(`?user_id=${teacher.id}`)).toEqual(['2026-03-03', '2026-03-02', '2026-03-01'])
    expect(await days('?kind=score&from=2026-03-02')).toEqual(['2026-03-03', '2026-03-02'])
    expect(await days('?kind=score&to=2026-03-02')).toEqual(['2026-03-02', '2026-03-01'])
    expect(await days('?from=2026-03-02T10:00:00Z&to=2026-03-03T10:00:00Z')).toEqual(['2026-03-02'])
    expect(await entriesOf(`?user_id=${curator.id}`)).toHaveLength(1)
    expect(await entriesOf(`?about_id=${student.id}`)).toHaveLength(1)
    expect(await entriesOf(`?about_id=${teacher.id}`)).toEqual([])
  })

  it('comes page by page', async () => {
    await addAt(...Array.from({ length: 51 }, (_, nth) => new Date(Date.UTC(2026, 0, 1, nth)).toISOString()))
    expect(await get('?page=2')).toMatchObject({
      entries: [{ at: '2026-01-01T00:00:00.000Z' }],
      page: 2,
      pages: 2,
      total: 51,
    })
    expect((await get('?page=9')).entries).toEqual([])
  })

  it.each(['kind=nothing', 'user_id=x', 'about_id=x', 'from=yesterday', 'page=0', 'to=2026-02-30'])(
    'refuses %s',
    async (query) => {
      expect((await call('GET', `/api/audit?${query}`, { token: curator.token })).status).toBe(422)
    },
  )

  it('names only a hundred of a long list', async () => {
    const ids = Array.from({ length: 130 }, (_, nth) => 1_000_000 + nth)
    await add({ kind: 'course-students', object: { kind: 'course', id: course.id }, before: { students: ids } })
    const [entry] = await entriesOf()
    expect(entry?.before.students).toHaveLength(100)
    expect(entry?.before.more).toBe(30)
  })
})

describe('its export', () => {
  const download = (query: string) =>
    app.inject({ url: `/api/audit/export?${query}`, headers: { authorization: `Bearer ${curator.token}` } })

  it('has a sentence for each change, and the place in the chain', async () => {
    await add({ kind: 'user-role', before: { role: 'student' }, after: { role: 'teacher' } })
    const { fingerprint } = await check()
    const { body, headers } = await download('format=csv&time_zone=Europe/Moscow')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [, line] = body.split('\r\n')
    expect(line).toContain(
      `"Вера Кротова";"Роль изменена";"Мария Орлова";${student.id};"Роль: студент → преподаватель";1;"${fingerprint}"`,
    )
  })

  it('has days as the reader’s clock has them', async () => {
    await add({ kind: 'erasure-asked', after: { erase_at: '2026-11-26T21:30:00.000Z' } })
    expect((await download('format=csv&time_zone=Europe/Moscow')).body).toContain('Будет удалена: 27.11.2026')
    expect((await download('format=csv&time_zone=UTC')).body).toContain('Будет удалена: 26.11.2026')
    // programs seldom say any: the school's own
    expect((await download('format=csv')).body).toContain('Будет удалена: 27.11.2026')
  })

  it('is named by the day of the reader’s clock', async () => {
    const nameOf = async (zone: string) => {
      const { headers } = await download(`format=csv&time_zone=${zone}`)
      return /\d{4}-\d\d-\d\d/.exec(String(headers['content-disposition']))?.[0]
    }
    // they are 25 hours apart
    expect(await nameOf('Pacific/Kiritimati')).not.toBe(await nameOf('Pacific/Midway'))
  })

  it('has more entries than a page, in both formats', async () => {
    await addAt(...Array.from({ length: 1001 }, (_, nth) => new Date(Date.UTC(2026, 0, 1, nth)).toISOString()))
    const { body } = await download('format=csv&kind=score')
    expect(body.trimEnd().split('\r\n')).toHaveLength(1002)
    const xlsx = await download('format=xlsx&user_id=1')
    expect([xlsx.statusCode, xlsx.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    expect((await download('format=pdf')).statusCode).toBe(422)
  })
})

describe('the database', () => {
  const changes = ['audit_entries', 'audit_links'].flatMap((table) => [
    `update ${table} set ${table === 'audit_entries' ? 'actor_id = null' : 'number = 7'}`,
    `delete from ${table}`,
    `truncate ${table}`,
  ])

  it.each(changes)('refuses: %s', async (change) => {
    await add()
    const act = db.transaction((tx) => tx.execute(sql.raw(change)))
    await expect(act).rejects.toMatchObject({ cause: { code: '42501', message: expect.stringMatching('append-only') } })
    expect(await check()).toMatchObject({ total: 1, broken: null })
  })

  it('refuses even where a superuser has switched triggers off', async () => {
    const { rows } = await db.execute(sql`
      select tgenabled as enabled from pg_trigger where tgname in ('audit_entries_kept', 'audit_links_kept')`)
    // always, whatever `session_replication_role` is
    expect(rows).toEqual([{ enabled: 'A' }, { enabled: 'A' }])
  })

  it('writes nothing of an act that is refused', async () => {
    const act = db.transaction(async (tx) => {
      await addAuditEntry(tx, { actor: curator, kind: 'user-active', object })
      throw new Error('refused')
    })
    await expect(act).rejects.toThrow('refused')
    expect([await entriesOf(), await check()]).toEqual([[], { total: 0, fingerprint: null, broken: null }])
  })
})

describe('the chain', () => {
  /** Changes the journal as somebody with all rights in the database could. */
  const tamper = (...statements: string[]) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`alter table audit_entries disable trigger user`)
      await tx.execute(sql`alter table audit_links disable trigger user`)
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(sql`alter table audit_entries enable trigger user`)
      await tx.execute(sql`alter table audit_links enable trigger user`)
      for (const name of ['audit_entries', 'audit_links']) {
        await tx.execute(sql.raw(`alter table ${name} enable always trigger ${name}_kept`))
      }
    })

  const five = async () => {
    for (let nth = 0; nth < 5; nth += 1) await add({ after: { active: nth % 2 === 0 } })
    return (await entriesOf()).map(({ id }) => id).toReversed()
  }

  it('is whole after many acts at once, some of them undone, in the order they were committed', async () => {
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, nth) =>
        db.transaction(async (tx) => {
          await addAuditEntry(tx, { actor: curator, kind: 'user-active', object })
          if (nth % 4 === 0) throw new Error('refused')
          if (nth % 4 === 1) await addAuditEntry(tx, { actor: null, kind: 'user-changed', object })
        }),
      ),
    )
    expect(await check()).toEqual({ total: 40, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/), broken: null })
  })

  it('does not make acts wait for one another before they commit', async () => {
    const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>()
    const slow = db.transaction(async (tx) => {
      await addAuditEntry(tx, { actor: curator, kind: 'user-active', object })
      hasWritten()
      await go
    })
    await written
    await add({ kind: 'user-changed' })
    letGo()
    await slow
    const { rows } = await db.execute<{ kind: string }>(
      sql`select kind from audit_links join audit_entries on id = entry_id order by number`,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['user-changed', 'user-active'])
    expect((await check()).broken).toBeNull()
  })

  it('shows which entry was changed', async () => {
    const ids = await five()
    await tamper(`update audit_entries set actor_id = ${teacher.id} where id = ${ids[2]}`)
    expect((await check()).broken).toEqual({ number: 3, entry_id: ids[2], fault: 'changed' })
  })

  it('shows a change whose hash was corrected with it', async () => {
    const ids = await five()
    await tamper(
      `update audit_entries set at = at - interval '1 day' where id = ${ids[2]}`,
      `update audit_links set hash = sha256((select hash from audit_links where number = 2)
        || convert_to(audit_content(audit_entries), 'UTF8')) from audit_entries where id = entry_id and number = 3`,
    )
    expect((await check()).broken).toEqual({ number: 4, entry_id: ids[3], fault: 'changed' })
  })

  it('shows that an entry is missing, with its link or without', async () => {
    const ids = await five()
    await tamper(`delete from audit_entries where id = ${ids[3]}`)
    expect((await check()).broken).toEqual({ number: 4, entry_id: ids[3], fault: 'missing' })
    await tamper('delete from audit_links where number = 2')
    expect((await check()).broken).toEqual({ number: 2, entry_id: null, fault: 'missing' })
  })

  it('shows an entry that was added past it', async () => {
    const ids = await five()
    await tamper(
      `insert into audit_entries (kind, object_kind, object_id, before, after)
        select kind, object_kind, object_id, before, after from audit_entries where id = ${ids[0]}`,
    )
    expect((await check()).broken).toMatchObject({ number: null, fault: 'unchained' })
  })
})
