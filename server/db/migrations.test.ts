import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseAt } from '#server/testing/postgres.setup.ts'

const folder = join(import.meta.dirname, 'migrations')
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

const name = `old_${randomUUID().replaceAll('-', '')}`
const server = new pg.Client(inject('databaseUrl'))
await server.connect()
await server.query(`create database ${name}`)
const client = new pg.Client(databaseAt(inject('databaseUrl'), name))
await client.connect()
afterAll(async () => {
  await client.end()
  await server.query(`drop database ${name} with (force)`)
  await server.end()
})

/** Runs the migrations from one number to another, both included. */
const migrate = async (from: number, to: number) => {
  for (const file of files.slice(from, to + 1)) {
    for (const statement of readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')) {
      await client.query(statement)
    }
  }
}

test('remarks of verdicts that were given before become rows, and criteria get ids', async () => {
  await migrate(0, 1)
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
  await migrate(2, files.length - 1)
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
