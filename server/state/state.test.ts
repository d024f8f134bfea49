import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SiteState } from '#contract/state/state.schema.ts'
import { statePartNames } from '#contract/state/state-parts.ts'
import { measureVersion } from '#server/state/measure-parts.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const { db, call, signedIn } = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })
const curator = await signedIn({ role: 'curator' })
const path = '/api/settings/state'
const read = async (): Promise<SiteState> => (await call('GET', path, { token: curator.token })).body.state
/** Forgets what was measured: an act on what is not there changes nothing else. */
const forget = () =>
  call('POST', '/api/settings/failures/repeat', {
    token: curator.token,
    body: { items: [{ queue: 'effects', id: 2_000_000 }] },
  })
const partOf = (state: SiteState, name: keyof typeof statePartNames) => {
  const found = state.parts.find(({ part }) => part === name)
  if (!found) throw new Error(`There is no part ${name}.`)
  return found
}

describe('the state of the site', () => {
  it('has every part, with facts and with what to do', async () => {
    const state = await read()
    expect(state.parts.map(({ part }) => part).sort()).toEqual(Object.keys(statePartNames).sort())
    for (const { facts } of state.parts) expect(facts.length).toBeGreaterThan(0)
    expect(partOf(state, 'database')).toMatchObject({ level: 'fine', advice: [] })
    expect(partOf(state, 'database').facts.join()).toMatch(/Размер: .*\sМБ.*PostgreSQL 1\d/)
    expect(partOf(state, 'storage').facts.join()).toMatch(/Файлов: 0/)
    expect(partOf(state, 'backups')).toMatchObject({ level: 'warning', at: null })
    expect(partOf(state, 'backups').advice.join()).toContain('BACKUP_DIR')
    expect(partOf(state, 'letters').advice.join()).toContain('SMTP_URL')
    expect(partOf(state, 'processes').at).toMatch(/Z$/)
    expect(JSON.stringify(state)).not.toMatch(/postgres:\/\/|password|@/)
  })

  it('says that strangers know the password of accounts of the demo school', async () => {
    const person = await buildUser(db, { email: 'teacher@demo.example' })
    await forget()
    expect(partOf(await read(), 'access')).toMatchObject({
      level: 'failure',
      advice: [expect.stringMatching(/демо-школы.*: 1\./), expect.any(String)],
    })
    await db.delete(users).where(eq(users.id, person.id))
    await forget()
    expect(partOf(await read(), 'access').level).toBe('warning')
  })

  it('is measured once in some seconds, however many ask', async () => {
    await forget()
    const states = await Promise.all([read(), read(), read()])
    expect(new Set(states.map(({ at }) => at)).size).toBe(1)
  })

  it('turns red when something was set aside', async () => {
    await db.execute(sql`
      insert into effects (kind, payload, attempts, set_aside_at) values
        ('task-liked', '{}', 30, now()), ('reset-letter', '{"user_id": 0}', 2, null), ('task-liked', '{}', 0, null)`)
    await db.execute(sql`update effects set visible_at = now() + interval '1 day' where kind = 'reset-letter'`)
    await db.execute(
      sql`insert into effects (kind, payload, visible_at) values ('task-liked', '{}', now() + interval '1 day')`,
    )
    await forget()
    const state = await read()
    expect(state.level).toBe('failure')
    const effects = partOf(state, 'effects')
    expect(effects).toMatchObject({ level: 'failure' })
    expect(effects.facts).toEqual(['Ждут очереди: 1', 'Отложены: 1', 'Назначены на потом: 1'])
    expect(partOf(state, 'letters').facts).toEqual(['Ждут очереди: 0', 'Не получились и повторяются: 1'])
    await db.execute(sql`delete from effects`)
  })

  it('counts the staff who sign in with a code, and who must', async () => {
    await buildUser(db, { role: 'teacher' })
    await db.execute(sql`
      insert into second_factors (user_id, secret, confirmed_at) values (${curator.id}, 'secret', now())`)
    await forget()
    const nobody = partOf(await read(), 'access')
    expect(nobody).toMatchObject({ level: 'warning' })
    expect(nobody.facts).toContain('Вход с кодом включили 1 из 2 сотрудников, из них кураторов 1')
    await call('PUT', '/api/settings/school', { token: curator.token, body: { second_factor: 'curators' } })
    await forget()
    expect(partOf(await read(), 'access')).toMatchObject({ level: 'fine', advice: [] })
    await call('PUT', '/api/settings/school', { token: curator.token, body: { second_factor: 'staff' } })
    await forget()
    expect(partOf(await read(), 'access').advice.join()).toContain('Ещё не включили: 1')
  })

  it('shows that a newer build waits, and that a newer version has changed the database', async () => {
    const running = { folder: 'a', server: 'server-a', at: null, commit: 'abc' }
    const version = (current: typeof running | null, isOvertaken = false) =>
      measureVersion({ version: '1.0.0', running, current, isOvertaken })
    expect(version(running)).toMatchObject({
      level: 'fine',
      facts: [expect.stringContaining('коммит abc'), expect.anything()],
    })
    expect(version({ ...running, server: 'server-b' }).advice.join()).toContain('Перезапустите')
    expect(version(null, true).advice.join()).toContain('более новая версия')
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 9999999999999)`)
    // the next test file gets this database
    onTestFinished(async () => {
      await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'next'`)
    })
    await forget()
    expect(partOf(await read(), 'version').advice.join()).toContain('более новая версия')
  })
})
