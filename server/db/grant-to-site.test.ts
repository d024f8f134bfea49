import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { openDatabase } from '#server/db/database.ts'
import { examineDatabase } from '#server/db/examine-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { sealRows } from '#server/db/seal-rows.ts'
import { checkDatabase } from '#server/doctor/check-database.ts'
import { ensureDocuments } from '#server/documents/first-documents.ts'
import { ensureSigningKey } from '#server/lti/platform-key.ts'
import { projectFolder } from '#server/project-folder.ts'
import { testDatabase } from '#server/testing/database.ts'
import { superuserUrl } from '#server/testing/replica.ts'
import { buildUser, signInAs } from '#server/users/users.factory.ts'

// the role that owns the database of a test is the owner here, and the site gets one of its own
const owner = await testDatabase({ fresh: true })
const role = `site_${randomUUID().slice(0, 8)}`
const superuser = new pg.Client(superuserUrl(owner.url))
await superuser.connect()
await superuser.query(`create role ${role} login password 'site'`)
afterAll(async () => {
  await owner.db.execute(sql.raw(`drop owned by ${role}`)).catch(() => {})
  await superuser.query(`drop role if exists ${role}`).catch(() => {})
  await superuser.end()
})

const siteUrl = () => {
  const url = new URL(owner.url)
  url.username = role
  url.password = 'site'
  return url.href
}
const run = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(projectFolder, 'server', 'migrate-database.ts')], {
    env: { ...process.env, ...env },
  })

const withUser = (username: string) => Object.assign(new URL(owner.url), { username }).href

it.each([
  { why: 'is unknown', site: withUser('nobody_here'), by: owner.url, reason: /Роли nobody_here в базе/ },
  { why: 'owns the tables', site: owner.url, by: owner.url, reason: /сама владеет базой/ },
  { why: 'stands alone, without DATABASE_OWNER_URL', site: owner.url, by: '', reason: /Задайте DATABASE_URL/ },
])('nothing is granted to a role that $why', async ({ site, by, reason }) => {
  await expect(run({ DATABASE_URL: site, DATABASE_OWNER_URL: by })).rejects.toThrow(reason)
})

it('a role that owns nothing runs the site, and can only append to both logs', async () => {
  expect((await examineDatabase(siteUrl())).is_guest).toBe(false)
  const { stdout } = await run({ DATABASE_URL: siteUrl(), DATABASE_OWNER_URL: owner.url })
  expect(stdout).toContain(`Роль ${role} читает и пишет строки; журналы она может только дополнять.`)
  // as after each later migration
  await run({ DATABASE_URL: siteUrl(), DATABASE_OWNER_URL: owner.url })

  const { db, pool, url } = openDatabase(siteUrl(), { max: 4 })
  try {
    // what a start does
    await migrate({ url })
    await ensureDocuments(db)
    await sealRows(db)
    // what acts do
    const user = await buildUser(db, { role: 'curator' })
    expect(await signInAs(db, user)).toBeTruthy()
    await ensureSigningKey(db)
    const object = { kind: 'user' as const, id: user.id }
    await addAuditEntry(db, { actor: user, kind: 'second-factor-added', object })
    await db.execute(sql`insert into security_entries (kind, network, place) values ('sign-in', '', '')`)
    await db.execute(sql`delete from security_entries where at < now() - interval '200 days'`)

    const refused = async (statement: string) => {
      const { code } = await pool.query(statement).catch((error) => error)
      return code
    }
    for (const [table, column] of [
      ['audit_entries', 'kind'],
      ['audit_links', 'hash'],
      ['security_entries', 'place'],
    ]) {
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `truncate ${table}`,
        `alter table ${table} disable trigger all`,
        `drop table ${table} cascade`,
        `create trigger mine before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
      ])
        expect([statement, await refused(statement)]).toEqual([statement, '42501'])
    }
    for (const statement of [
      'delete from audit_entries',
      'delete from audit_links',
      'drop trigger audit_entries_kept on audit_entries',
      'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return null; end $$',
      'create table mine (id int)',
      'alter table users add column mine int',
      'set session_replication_role = replica',
      'drop schema public cascade',
    ])
      expect([statement, await refused(statement)]).toEqual([statement, '42501'])
    // PostgreSQL lets nobody delete what a trigger keeps
    expect(await refused('delete from security_entries')).toMatch(/42501|P0001/)

    const findings = await checkDatabase(url, 'DATABASE_URL')
    expect(findings.map(({ state }) => state)).not.toContain('failure')
    expect(findings.map(({ text }) => text)).toContain(
      'DATABASE_URL: базой владеет другая роль, журналы можно только дополнять.',
    )

    // a version with further migrations
    await owner.db.execute(sql`delete from drizzle.__drizzle_migrations
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`)
    await expect(migrate({ url })).rejects.toThrow(/роль сайта ею не владеет.*npm run migrate/)
  } finally {
    await pool.end()
  }
}, 60_000)
