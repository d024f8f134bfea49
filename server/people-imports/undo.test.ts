import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { addUpRowCounts } from '#server/db/row-counts.repo.ts'
import { importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { guardians } from '#server/users/users.table.ts'

const app = await testApp()
const { db, call, signedIn } = app
const curator = await signedIn({ role: 'curator' })
const by = { id: curator.id, role: 'curator' } as const
const { send, apply, undo } = importer(app, curator)

/** A school where rows meet people who take courses by hand, with a class, both ways, or have left them. */
const [one, two] = [
  await signedIn({ email: 'one@school.example', surname: 'Первая' }),
  await signedIn({ email: 'two@school.example', own_number: '2', surname: 'Вторая' }),
  await signedIn({ email: 'three@school.example', role: 'teacher' }),
]
const [css, html] = [
  await buildCourse(db, { name: 'Стили', students: [one.id] }),
  await buildCourse(db, { name: 'Разметка', students: [two.id] }),
]
await buildCohort(db, { by, name: '7 «А»', students: [one.id], courses: [css.id, html.id] })
await buildCohort(db, { by, name: '7 «Б»', courses: [html.id] })
await call('PUT', `/api/courses/${html.id}/students`, { token: curator.token, body: { user_ids: [] } })
await db.insert(guardians).values([
  { child_id: one.id, name: '', email: 'home@school.example' },
  { child_id: two.id, name: 'Второй Отец' },
])

/** Every row of every table but those of imports themselves and those that are only ever added to. */
const everything = async () => {
  // people are counted by adding and taking away
  await addUpRowCounts(db)
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'people\_import%' and table_name not like 'audit\_%'
      and table_name not in ('effects', 'events', 'security_entries', 'sessions', 'last_visits')`)
  const parts = tables.map(
    ({ name }) => sql`
      select ${name}::text as name, coalesce(string_agg(item::text, '|' order by item::text), '') as rows
      from ${sql.identifier(name)} item`,
  )
  const { rows } = await db.execute<{ name: string; rows: string }>(sql.join(parts, sql` union all `))
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}

/** Mostly nothing or one of these values, now and then one that makes the row wrong. */
const cell = (values: string[], wrong?: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    { weight: 12, arbitrary: fc.constantFrom(...values) },
    ...(wrong === undefined ? [] : [{ weight: 1, arbitrary: fc.constant(wrong) }]),
  )

/** What people are recognised by: of those the school knows, of new ones, and of two people at once. */
const handles: Record<string, string>[] = [
  { Почта: 'one@school.example' },
  { Почта: 'TWO@school.example' },
  { 'Личный номер': '2' },
  { Почта: 'three@school.example' },
  { Почта: 'three@school.example', Логин: 'three' },
  { Почта: 'new@school.example' },
  { Почта: 'next@school.example', 'Личный номер': '3' },
  { Логин: 'lev' },
  { Логин: 'maria', 'Личный номер': '4' },
  { 'Личный номер': '5' },
  { Почта: 'one@school.example', 'Личный номер': '2' },
  {},
]

const person: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    fc.constantFrom(...handles),
    fc.record({
      Фамилия: fc.constantFrom('Иванова', 'Ёлкин', 'Первая', 'Дж.'),
      Имя: fc.constantFrom('Мария', 'Лев', 'Анна-Мария'),
      Отчество: cell(['Ивановна', 'Гасан оглы']),
      Роль: cell(['студент', 'Учитель', 'куратор'], 'кот'),
      Класс: cell(['7а', '7 «Б»', '7 «Б»; 9 «В»', 'Хор']),
      'Дата рождения': cell(['01.02.2018', '2000-01-31'], '31.02.2000'),
      Родитель: cell(['Второй Отец', 'Мать']),
      'Почта родителя': cell(['home@school.example', 'other@school.example']),
      Курсы: cell(['Стили', `Разметка, ${css.id}`, 'Стили; Разметка'], 'Нет'),
    }),
  )
  .map(([handle, row]) => ({ ...row, ...handle }))

/** A file with a row of each kind. */
const eachVerdict: Record<string, string>[] = [
  { Фамилия: 'Первая', Имя: 'Мария', Почта: 'one@school.example' },
  { Фамилия: 'Вторая', Имя: 'Лев', 'Личный номер': '2', Класс: '7 «Б»; 9 «В»', Родитель: 'Мать' },
  { Фамилия: 'Ёлкин', Имя: 'Лев', Логин: 'lev', Класс: '9в', Курсы: 'Разметка', 'Дата рождения': '01.02.2018' },
  { Фамилия: 'Иванова', Имя: 'Мария', Почта: '@' },
]

const fieldNames = [
  'Фамилия',
  'Имя',
  'Отчество',
  'Почта',
  'Логин',
  'Личный номер',
  'Роль',
  'Класс',
  'Дата рождения',
  'Родитель',
  'Почта родителя',
  'Курсы',
]

const csvOf = (people: Record<string, string>[]) =>
  [fieldNames, ...people.map((row) => fieldNames.map((name) => row[name] ?? ''))]
    .map((row) => row.join('\t'))
    .join('\r\n')

it('gives back the same database, whatever the file was', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 6 }), async (people) => {
      const before = await everything()
      const { body } = await send(csvOf(people))
      expect(await everything()).toEqual(before)
      if (people === eachVerdict) expect(body.import.counts).toEqual({ new: 1, changed: 1, same: 1, wrong: 1 })
      const applied = await apply(body.import.id, { skip_wrong: true })
      const { counts } = body.import
      if (counts.new + counts.changed === 0) {
        expect(applied.status).toBe(409)
        expect(await everything()).toEqual(before)
        return
      }
      expect(applied).toMatchObject({ status: 200, body: { import: { counts } } })
      // what was applied is there: the same file has nothing more to do, where its people can be recognised
      const keyed = people.every((row) => row.Почта || row.Логин || row['Личный номер'])
      if (keyed) expect((await send(csvOf(people))).body.import.counts).toMatchObject({ new: 0, changed: 0 })
      expect(await undo(body.import.id)).toMatchObject({ status: 200 })
      expect(await everything()).toEqual(before)
    }),
    { numRuns: 20, examples: [[eachVerdict]] },
  )
})
