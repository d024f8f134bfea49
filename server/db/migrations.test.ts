import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrate as migrateSite } from '#server/db/migrate.ts'
import { databaseAt } from '#server/testing/postgres.setup.ts'

const folder = join(import.meta.dirname, 'migrations')
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

const server = new pg.Client(inject('databaseUrl'))
await server.connect()
const opened: { client: pg.Client; name: string }[] = []

/** A database without any table. */
const emptyDatabase = async () => {
  const name = `old_${randomUUID().replaceAll('-', '')}`
  await server.query(`create database ${name}`)
  const client = new pg.Client(databaseAt(inject('databaseUrl'), name))
  await client.connect()
  opened.push({ client, name })
  return client
}

afterAll(async () => {
  for (const { client, name } of opened) {
    await client.end()
    await server.query(`drop database ${name} with (force)`)
  }
  await server.end()
})

/** Runs the migrations between two numbers, both included. */
const migrate = async (client: pg.Client, from: number, to: number) => {
  for (const file of files.slice(from, to + 1)) {
    for (const statement of readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')) {
      await client.query(statement)
    }
  }
}

test('remarks of verdicts that were given before become rows, and criteria get ids', async () => {
  const client = await emptyDatabase()
  await migrate(client, 0, 1)
  await client.query(`
    insert into users (name, surname, email, role) values ('Вера', 'Лосева', 'a@school.example', 'teacher');
    insert into courses (name, status) values ('Вёрстка', 'published');
    insert into lessons (course_id, position, name) values (1, 1, 'Сетка');
    insert into assignments (lesson_id, text, criteria) values (1, '', '[{"name": "Поля"}, {"name": "Шрифт", "points": 3}]');
    insert into tasks (assignment_id, status) values (1, 'returned');
    insert into attempts (task_id, number, content, submitted_at, submitted_by) values (1, 1, '', now(), 1), (1, 2, '', now(), 1);
    insert into reviews (attempt_id, user_id, verdict, comment, remarks, created_at) values
      (1, 1, 'returned', '', '[{"text": "Поля", "done": false}, {"text": "Шрифт", "done": true}]', now()),
      (2, 1, 'returned', '', '[{"text": "Поля", "done": true}]', now()),
      (2, 1, 'returned', 'Ещё раз', '[]', now());
  `)
  await migrate(client, 2, files.length - 1)
  const { rows } = await client.query(`
    select review_remarks.review_id, remarks.task_id, remarks.attempt, text, done, position
    from review_remarks join remarks on remarks.id = review_remarks.remark_id order by review_remarks.review_id, position`)
  const common = { task_id: 1 }
  expect(rows).toEqual([
    { ...common, review_id: 1, attempt: 1, text: 'Поля', done: false, position: 0 },
    { ...common, review_id: 1, attempt: 1, text: 'Шрифт', done: true, position: 1 },
    { ...common, review_id: 2, attempt: 2, text: 'Поля', done: true, position: 0 },
  ])
  const { rows: assignments } = await client.query('select criteria, kinds from assignments')
  expect(assignments).toEqual([
    {
      criteria: [
        { id: 1, name: 'Поля' },
        { id: 2, name: 'Шрифт', points: 3 },
      ],
      kinds: ['text', 'files'],
    },
  ])
})

test('texts of the organisation section become published pages, and project authors have agreed to publication', async () => {
  const client = await emptyDatabase()
  await migrate(client, 0, 3)
  await client.query(`
    insert into users (name, surname, email, role) values ('Ольга', 'Мартынова', 'o@school.example', 'curator');
    insert into organisation_texts (number, content, updated_at, updated_by) values (3, '<p>Устав</p>', '2026-03-01T10:00:00Z', 1);
    insert into projects (name, summary, tags, content) values ('Ёлочные игрушки', 'Из бумаги', '{плакат}', '<p>Вырезали вместе</p>');
    insert into project_authors (project_id, user_id, position) values (1, 1, 0);
    insert into consents (user_id, document, version, address) values (1, 'personal-data', 1, '127.0.0.1');
  `)
  await migrate(client, 4, files.length - 1)
  const content = { before: '<p>Устав</p>', after: '', blocks: {}, more: [] }
  const published = { number: 3, content, published_at: new Date('2026-03-01T10:00:00Z'), published_by: 1 }
  for (const table of ['organisation_pages', 'organisation_versions']) {
    const { rows } = await client.query(`select number, content, published_at, published_by from ${table}`)
    expect(rows).toEqual([published])
  }
  const { rows: authors } = await client.query(
    'select agreed_at = created_at as agreed from project_authors join projects on projects.id = project_id',
  )
  expect(authors).toEqual([{ agreed: true }])
  const { rows: consents } = await client.query('select id, document, withdrawn_at from consents')
  expect(consents).toEqual([{ id: 1, document: 'personal-data', withdrawn_at: null }])
  const found = `select id from projects where search_words @@ to_tsquery('russian', 'игрушка & вырезать')`
  expect((await client.query(found)).rows).toEqual([{ id: 1 }])
})

test('notifications that were sent before lead to their subject', async () => {
  const client = await emptyDatabase()
  const placing = files.findIndex((file) => file.endsWith('_notification-places.sql'))
  await migrate(client, 0, placing - 1)
  await client.query(`
    insert into users (name, surname, email, role) values ('Вера', 'Лосева', 'a@school.example', 'teacher');
    insert into courses (name, status) values ('Вёрстка', 'published');
    insert into lessons (course_id, position, name) values (1, 1, 'Сетка');
    insert into assignments (lesson_id, text) values (1, '');
    insert into tasks (assignment_id, status) values (1, 'returned');
    insert into thread_entries (task_id, user_id, kind, attempt, created_at) values
      (1, 1, 'returned', 2, now()), (1, 1, 'comment', null, now()), (1, 1, 'extended', null, now());
    insert into notifications (user_id, type, title, same_as) values
      (1, 'task-returned', '', 'task-moved:1'), (1, 'task-comment', '', 'task-comment:2'),
      (1, 'task-extended', '', 'task-moved:3'), (1, 'project-comment', '', 'project-comment:7'),
      (1, 'course-enrolled', '', 'course-enrolled:1');
  `)
  await migrate(client, placing, files.length - 1)
  const { rows } = await client.query('select place from notifications order by id')
  expect(rows.map(({ place }) => place)).toEqual(['verdict-2', 'entry-2', 'entry-3', 'comment-7', null])
})

test('courses that everybody could read about stay announced', async () => {
  const client = await emptyDatabase()
  const announcing = files.findIndex((file) => file.endsWith('_announced-courses.sql'))
  await migrate(client, 0, announcing - 1)
  await client.query(`insert into courses (name, status) values ('Черновик', 'draft'), ('Вёрстка', 'published')`)
  await migrate(client, announcing, files.length - 1)
  const { rows } = await client.query('select name, announced from courses order by id')
  expect(rows).toEqual([
    { name: 'Черновик', announced: false },
    { name: 'Вёрстка', announced: true },
  ])
})

test('letters about verdicts that wait when letters become settings are sent once, from their notifications', async () => {
  const client = await emptyDatabase()
  const settling = files.findIndex((file) => file.endsWith('_letters-in-settings.sql'))
  await migrate(client, 0, settling - 1)
  await client.query(`
    insert into users (name, surname, email, role, letters) values ('Вера', 'Лосева', 't@school.example', 'teacher', true),
      ('Мария', 'Орлова', 's@school.example', 'student', true), ('Лев', 'Ким', 'k@school.example', 'student', false);
    insert into courses (name, status) values ('Вёрстка', 'published');
    insert into lessons (course_id, position, name) values (1, 1, 'Сетка');
    insert into assignments (lesson_id, text) values (1, '');
    insert into tasks (assignment_id, course_id, status) values (1, 1, 'accepted'), (1, 1, 'returned');
    insert into attempts (task_id, number, content, submitted_at, submitted_by) values (1, 1, '', now(), 2), (2, 1, '', now(), 2);
    insert into reviews (attempt_id, course_id, user_id, verdict, comment, created_at, revoked_at) values
      (1, 1, 1, 'accepted', '', now(), null), (2, 1, 1, 'returned', '', now(), now());
    insert into thread_entries (task_id, user_id, kind, attempt, created_at) values
      (1, 1, 'accepted', 1, now()), (2, 1, 'returned', 1, now());
    insert into notifications (user_id, type, title, same_as) values
      (2, 'task-accepted', '', 'task-moved:1'), (2, 'task-returned', '', 'task-moved:2');
    insert into effects (kind, payload) values
      ('verdict-letter', '{"review_id": 1, "user_id": 2}'), ('verdict-letter', '{"review_id": 1, "user_id": 2}'),
      ('verdict-letter', '{"review_id": 2, "user_id": 2}'), ('reset-letter', '{"user_id": 2}');
  `)
  await migrate(client, settling, files.length - 1)
  const { rows } = await client.query('select notification_id, channel, user_id from notification_deliveries')
  expect(rows).toEqual([{ notification_id: 1, channel: 'letter', user_id: 2 }])
  const { rows: left } = await client.query('select kind from effects')
  expect(left).toEqual([{ kind: 'reset-letter' }])
  const { rows: settings } = await client.query(
    `select user_id, kinds->'task-accepted' as accepted from notification_settings`,
  )
  expect(settings).toEqual([{ user_id: 3, accepted: { site: true, letter: 'off', push: true } }])
})

test('a database of a later version is refused in a sentence, and stays as it is', async () => {
  const client = await emptyDatabase()
  const { name } = opened.at(-1) as { name: string }
  const url = databaseAt(inject('databaseUrl'), name)
  await Promise.all([migrateSite({ url }), migrateSite({ url })])
  await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 4000000000000)`)
  const before = await client.query('select * from drizzle.__drizzle_migrations')
  await expect(migrateSite({ url })).rejects.toThrow(
    /^Базу данных уже обновила более новая версия сайта \(.*02\.10\.2096\)/,
  )
  expect((await client.query('select * from drizzle.__drizzle_migrations')).rows).toEqual(before.rows)
})

test('people leave what they had by a former role', async () => {
  const client = await emptyDatabase()
  const before = files.indexOf('0073_places-of-former-roles.sql') - 1
  await migrate(client, 0, before)
  await client.query(`
    insert into users (name, surname, email, role) values ('Вера', 'Лосева', 'a@school.example', 'teacher'),
      ('Олег', 'Ким', 'b@school.example', 'student');
    insert into courses (name, status) values ('Вёрстка', 'published');
    insert into cohorts (name) values ('9А');
    insert into course_teachers (course_id, user_id) values (1, 1), (1, 2);
    insert into course_students (course_id, user_id) values (1, 1), (1, 2);
    insert into cohort_leaders (cohort_id, user_id) values (1, 1), (1, 2);
    insert into cohort_students (cohort_id, user_id) values (1, 1), (1, 2);
  `)
  await migrate(client, before + 1, files.length - 1)
  const { rows } = await client.query(`
    select 'teaches' as place, user_id from course_teachers union all select 'leads', user_id from cohort_leaders
    union all select 'takes', user_id from course_students union all select 'is in', user_id from cohort_students
    union all select 'left', user_id from course_leavers order by user_id, place`)
  expect(rows.map(({ user_id, place }) => `${user_id} ${place}`)).toEqual([
    ...['1 leads', '1 left', '1 teaches'],
    ...['2 is in', '2 takes'],
  ])
})

test('quiz attempts from before have what they were the first to answer, and those that the previous version adds have null', async () => {
  const client = await emptyDatabase()
  const before = files.indexOf('0077_newly-answered.sql') - 1
  await migrate(client, 0, before)
  await client.query(`
    insert into users (name, surname, email, role) values ('Мария', 'Орлова', 's@school.example', 'student');
    insert into courses (name, status) values ('Вёрстка', 'published');
    insert into lessons (course_id, position, name) values (1, 1, 'Сетка');
    insert into quizzes (lesson_id, position, title, shuffle, questions) values (1, 1, 'Тест', false, '[]');
  `)
  const attempt = (number: number, answers: object) =>
    client.query(
      `insert into quiz_attempts (quiz_id, user_id, number, key, answers, scores, points, max_points)
        values (1, 1, $1::integer, $1::text, $2, '[]', 0, 1)`,
      [number, JSON.stringify(answers)],
    )
  await attempt(1, { 7: 3, 8: ' ', 9: [] })
  await attempt(2, { 7: 4, 8: 'да' })
  await attempt(3, { 7: 4, 8: 'нет' })
  await migrate(client, before + 1, files.length - 1)
  await attempt(4, { 9: [1] })
  const { rows } = await client.query('select newly_answered as ids from quiz_attempts order by number')
  expect(rows.map(({ ids }) => ids)).toEqual([[7], [8], [], null])
})
