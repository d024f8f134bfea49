import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportParts, leftOut } from '#server/privacy/export.repo.ts'
import { addMarkedProvider } from '#server/privacy/marked-access.fixture.ts'
import { buildMarkedPerson, mark, marker } from '#server/privacy/marked-person.fixture.ts'
import { notExported } from '#server/privacy/not-exported.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { readZip } from '#server/testing/read-zip.ts'
import { demoPassword, signInAs } from '#server/users/users.factory.ts'

/**
 * A person with a marked word in every place of the database is exported and erased. A new column that can hold text,
 * or a new reference to people, fails these tests until the person has it, too: in `marked-person.fixture.ts`, or in a
 * list here with the reason.
 */

const { db, deps, app, call, config, outbox, runEffects } = await testApp()

/** Tables with the school's own data, never a person's. */
const ofTheSchool = new Set([
  'announcements',
  'assignments',
  'cohorts',
  'course_events',
  'courses',
  'document_versions',
  // tools of other sites, what the site signs with, what tools may
  'lti_keys',
  'lti_links',
  'lti_tokens',
  'lti_tools',
  // what was asked of a class, as the names of assignments say it
  'journal_columns',
  'lesson_versions',
  'lesson_words',
  'lessons',
  // names of classes and courses, ids of people
  'new_years',
  'organisation_documents',
  'organisation_pages',
  'organisation_versions',
  // quarters and years of the school
  'periods',
  // what browsers refuse on which page, added up
  'policy_reports',
  'quizzes',
  'scorm_entries',
  'scorm_packages',
  // the findings about the markup of those pages
  'section_checks',
  'sections',
  'site_settings',
  // addresses of other programs, and what they were sent: ids alone
  'webhook_deliveries',
  'webhooks',
])

/** Columns with internal values only: states, kinds, hashes. */
const withoutText = new Set([
  'applications.status',
  // ids, numbers and names of fields: entries outlive the person (server/audit/audit.table.ts)
  'audit_entries.after',
  'audit_entries.before',
  'audit_entries.kind',
  'audit_entries.object_id',
  'audit_entries.object_kind',
  // calls of ours and addresses of networks, kept for half a year whoever is erased (docs/decisions/0105)
  'security_entries.kind',
  'security_entries.network',
  'security_entries.place',
  // random signs
  'change_orders.page',
  'cohort_codes.code',
  'consents.document',
  'effects.kind',
  'effects.last_error',
  'file_uses.file_id',
  'file_uses.owner',
  'file_places.file_id',
  'films.file_id',
  'films.heights',
  'films.status',
  'files.id',
  'files.sha256',
  'files.status',
  'files.type',
  // ids and moments
  'handovers.handed',
  'handovers.to_ids',
  'imports.file_ids',
  'imports.kind',
  'imports.lesson_ids',
  // a digest
  'imports.outline',
  'imports.section_ids',
  'imports.source_id',
  'imports.status',
  'notification_deliveries.channel',
  'notification_deliveries.last_error',
  'notification_settings.kinds',
  'notification_settings.quiet_from',
  'notification_settings.quiet_to',
  'notification_settings.time_zone',
  'notifications.place',
  'notifications.project_key',
  'notifications.task_status',
  'notifications.type',
  // words of the specification, and a random sign for each tool
  'lti_launches.target',
  'lti_results.activity',
  'lti_results.grading',
  'lti_subjects.subject',
  // names of fields, tables and keys
  'people_import_changes.key',
  'people_import_changes.table_name',
  'people_import_rows.changes',
  'people_import_rows.verdict',
  'people_imports.counts',
  'people_imports.status',
  // made by the device: a random id, and words of the specification
  'passkeys.credential_id',
  'passkeys.transports',
  'passkey_challenges.purpose',
  'provider_sessions.issuer',
  'provider_sign_ins.nonce',
  'provider_sign_ins.state',
  'provider_sign_ins.verifier',
  'user_identities.issuer',
  'program_keys.scopes',
  'project_comments.link_key',
  'project_reports.reason',
  'project_reports.resolution',
  'projects.cover_file_id',
  'lesson_requirements.needs',
  'projects.status',
  'projects.visibility',
  'quiz_attempts.scores',
  'reviews.verdict',
  'row_counts.name',
  'task_batches.action',
  'task_batches.items',
  'task_counts.status',
  'task_students.status',
  'tasks.status',
  'thread_entries.kind',
  'users.password_hash',
  'users.rights',
  'users.role',
  // made by the database from name, surname, patronymic, address and login, in letters of its own
  'users.search_name',
  'users.search_text',
])

interface Column {
  table: string
  column: string
}

const nameOf = ({ table, column }: Column) => `${table}.${column}`

/** Every column that can hold text. */
const wordColumns = async () => {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select columns.table_name as table, columns.column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'tsvector', 'xml') or udt_name = '_text')
    order by 1, 2`)
  return rows
}

/** Every column that refers to people. */
const references = async () => {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select conrelid::regclass::text as table, attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass order by 1, 2`)
  return rows
}

const countRows = async ({ table, column }: Column, condition: ReturnType<typeof sql>) => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${sql.identifier(table)} where ${sql.identifier(column)}${condition}`)
  return rows[0]?.count ?? 0
}

const holdsMark = async (column: Column) => (await countRows(column, sql`::text ilike ${`%${marker}%`}`)) > 0

const markedColumns = async () => {
  const columns = await wordColumns()
  const marked = await Promise.all(columns.map(async (column) => ((await holdsMark(column)) ? [nameOf(column)] : [])))
  return marked.flat()
}

/** Everything in the data folder with the marker in its path or in its bytes. */
const markedPaths = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (path.includes(marker) || (entry.isFile() && (await readFile(path)).includes(marker))) found.push(path)
  }
  return found
}

type Person = Awaited<ReturnType<typeof buildMarkedPerson>>
let person: Person
let token: string

beforeAll(async () => {
  person = await buildMarkedPerson(db, deps.files)
  token = await signInAs(db, person.me)
  const path = `/api/users/${person.me.id}/erasure`
  expect((await call('POST', path, { token, body: { password: demoPassword } })).status).toBe(200)
  // the request has ended the other ones
  await addMarkedProvider(db, { email: person.me.email as string, token }, mark)
  await db.execute(sql`update sessions set device = ${mark('sessions.device')}, network = ${mark('sessions.network')}`)
})

const dueNow = () =>
  db.execute(sql`
    with due as (update users set erase_at = now() - interval '1 second' where id = ${person.me.id} returning erase_at)
    update effects set visible_at = now() - interval '1 second', payload = jsonb_set(payload, '{erase_at}', to_jsonb((
      select to_char(erase_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from due)))
    where kind = 'account-erased'`)

describe('the marked person', () => {
  test('has a word in every column that can hold one', async () => {
    const marked = new Set(await markedColumns())
    const missing = (await wordColumns())
      .filter(({ table }) => !ofTheSchool.has(table))
      .map(nameOf)
      .filter((name) => !marked.has(name) && !withoutText.has(name))
    expect(missing).toEqual([])
  })

  test('is referred to by every column that can', async () => {
    const empty: string[] = []
    for (const column of await references()) {
      // nobody has cancelled here, and the request has deleted the links from letters and ended looks
      if (['erasures.cancelled_by', 'password_resets.user_id', 'sessions.looker_id'].includes(nameOf(column))) continue
      if ((await countRows(column, sql` = ${person.me.id}`)) === 0) empty.push(nameOf(column))
    }
    expect(empty).toEqual([])
  })
})

describe('the archive', () => {
  test('reads every column that refers to people', async () => {
    const taken = Object.values(exportParts).flatMap(({ owners }) => owners)
    const all = (await references()).map(nameOf)
    expect(all.filter((name) => !taken.includes(name) && !(name in leftOut))).toEqual([])
    expect([...taken, ...Object.keys(leftOut)].filter((name) => !all.includes(name))).toEqual([])
  })

  test('contains every marked word, and the files', async () => {
    const marked = (await markedColumns()).filter((name) => !(name in notExported))
    const response = await app.inject({
      method: 'GET',
      url: `/api/users/${person.me.id}/export`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/zip')
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
    const archive = readZip(response.rawPayload)
    const data = JSON.parse(archive['data.json'] as string)
    const text = JSON.stringify(data)
    expect(marked.filter((name) => !text.includes(mark(name as `${string}.${string}`)))).toEqual([])
    for (const { path } of data.files) expect(archive[path]).toBeTruthy()
    expect(archive[`files/${mark('files.name')}.txt`]).toBe(`${marker} bytes`)
    expect(archive[`files/${mark('files.name')} (2).txt`]).toBe(`${marker} bytes`)
    expect(archive['files/Фото профиля.webp']).toBe(`${marker} face`)
    expect(archive['Прочтите.txt']).toContain('data.json')
    // neither keys nor notes of others about the person
    expect(text).not.toMatch(/password_hash"|token_hash|link_key": ?"\\x/)
  })
})

describe('erasing', () => {
  beforeAll(async () => {
    await runEffects()
    // one to the person, one to the parent who agreed for them
    expect(await markedPaths(outbox)).toHaveLength(2)
    await dueNow()
    await runEffects()
  })

  test('leaves no marked word in any column of any table', async () => {
    expect(await markedColumns()).toEqual([])
  })

  test('leaves no marked byte in the data folder', async () => {
    expect(await markedPaths(config.dataDir)).toEqual([])
  })

  test('leaves a row without a name, and the record of it', async () => {
    const { rows } = await db.execute(sql`select * from users where id = ${person.me.id}`)
    expect(rows[0]).toMatchObject({
      name: 'Удалённый',
      surname: 'пользователь',
      email: expect.stringMatching(new RegExp(`^erased-${person.me.id}-[-0-9a-f]{36}@erased\\.invalid$`)),
      password_hash: null,
      avatar: null,
      birth_date: null,
      email_confirmed_at: null,
      links: [],
      active: false,
      erase_at: null,
    })
    expect(rows[0]?.erased_at).not.toBeNull()
    const { rows: record } = await db.execute(sql`
      select asked_by, cancelled_at, erased_at is not null as erased from erasures where user_id = ${person.me.id}`)
    expect(record).toEqual([{ asked_by: person.me.id, cancelled_at: null, erased: true }])
  })

  test('keeps verdicts and scores that the person gave, and the journal of consents', async () => {
    const { rows: verdicts } = await db.execute(sql`
      select verdict, reviews.score, comment, reviews.user_id = ${person.me.id} as given
      from reviews order by reviews.id`)
    expect(verdicts).toEqual([
      { verdict: 'returned', score: null, comment: '', given: false },
      { verdict: 'accepted', score: 5, comment: 'Отлично!', given: true },
    ])
    const { rows: scores } = await db.execute(sql`select to_score, reason from score_changes order by id`)
    expect(scores).toEqual([
      { to_score: 4, reason: '' },
      { to_score: 5, reason: 'За сетку' },
    ])
    const { rows: kept } = await db.execute(sql`
      select document, version, address, parent, given_at is not null as given, withdrawn_at is not null as withdrawn
      from consents where user_id = ${person.me.id}`)
    expect(kept).toEqual([
      { document: 'personal-data', version: 1, address: '', parent: null, given: true, withdrawn: true },
    ])
  })

  test('leaves the data of others', async () => {
    const { student, team, handout, projects: made } = person
    const asStudent = { token: await signInAs(db, student) }
    const { rows: tasks } = await db.execute(sql`select content from attempts where task_id = ${team.id}`)
    expect(tasks).toEqual([{ content: '<p>Сделали вместе.</p>' }])
    const { body } = await call('GET', `/api/projects/${made.together.id}`, asStudent)
    expect(body.project.authors.map(({ id }: { id: number }) => id)).toEqual([student.id])
    expect((await call('GET', `/api/projects/${made.own.id}`, asStudent)).status).toBe(404)
    const { body: others } = await call('GET', `/api/projects/${made.others.id}`, asStudent)
    expect(JSON.stringify(others.project.comments)).toContain('Согласна.')
    expect(JSON.stringify(others.project.comments)).toContain('Удалённый')
    const { rows: kept } = await db.execute(sql`select status, name from files where id = ${handout.id}`)
    expect(kept).toEqual([{ status: 'ready', name: 'Раздатка.txt' }])
  })

  test('removes the task from the queue and from its reviewer', async () => {
    const { rows } = await db.execute(sql`
      select status, reviewer_id, lease_user_id from tasks where id in (${person.task.id}, ${person.reviewed.id})
      order by id`)
    expect(rows).toEqual([
      { status: 'draft', reviewer_id: null, lease_user_id: null },
      { status: 'accepted', reviewer_id: null, lease_user_id: null },
    ])
  })

  test('ends all sessions, and makes the address available again', async () => {
    expect((await call('GET', '/api/auth/user', { token })).status).toBe(401)
    const { email } = person.me
    expect((await call('POST', '/api/auth/login', { body: { email, password: demoPassword } })).status).toBe(401)
    expect((await call('GET', `/api/users/${person.me.id}`)).status).toBe(404)
    const curator = { token: await signInAs(db, person.curator) }
    expect((await call('GET', `/api/users/${person.me.id}`, curator)).status).toBe(404)
    const back = await call('PUT', `/api/users/${person.me.id}`, { ...curator, body: { active: true } })
    expect(back.status).toBe(404)
    const { body } = await call('GET', '/api/users', curator)
    expect(body.users.map(({ id }: { id: number }) => id)).not.toContain(person.me.id)
    const fresh = { name: 'Мария', surname: 'Орлова', email, password: 'новый пароль' }
    const response = await call('POST', '/api/auth/register', {
      body: { ...fresh, consent: true, birth_date: '1990-01-01' },
    })
    expect(response.status).toBe(201)
  })
})
