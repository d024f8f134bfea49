import { sql } from 'drizzle-orm'
import { describe, expect, it, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'

const app = await testApp()
const { db, call, signedIn, runEffects, outbox } = app
const curator = await signedIn({ role: 'curator', email: 'head@school.example' })
const asCurator = { token: curator.token }
const { send, apply, undo, get } = importer(app, curator)

const findUser = async (email: string) => {
  const { rows } = await db.execute<Record<string, unknown>>(sql`select * from users where email = ${email}`)
  return rows[0]
}

interface Row {
  line: number
  verdict: string
  user_id: number | null
  errors: Record<string, string[]>
  changes: string[]
}
const verdicts = (rows: Row[]) => rows.map(({ verdict }) => verdict)

describe('a file of people', () => {
  it('is checked without changing anything, and then applied', async () => {
    const course = await buildCourse(db, { name: 'Вёрстка, основы' })
    const text = [
      'Фамилия;Имя;Отчество;E-mail;Роль;Класс;Дата рождения;Курсы',
      'Петрова;Анна;Ильинична;Anna.Petrova@School.example;ученица;7 «Б»;03.05.2008;Вёрстка, основы',
      'Сидоров;Пётр;;petr.s@school.example;учитель;;;',
    ].join('\r\n')
    const { status, body } = await send(text)
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        import: {
          id: expect.any(Number),
          status: 'ready',
          columns: {
            surname: 'Фамилия',
            email: 'E-mail',
            class: 'Класс',
            courses: 'Курсы',
            birth_date: 'Дата рождения',
          },
          counts: { new: 2, changed: 0, same: 0, wrong: 0 },
          new_classes: ['7 «Б»'],
          rows: [
            { line: 2, verdict: 'new', user_id: null, errors: {} },
            { line: 3, verdict: 'new', user_id: null, errors: {} },
          ],
        },
      },
    })
    expect(await findUser('anna.petrova@school.example')).toBeUndefined()
    const applied = await apply(body.import.id)
    expect(applied).toMatchObject({ status: 200, body: { import: { status: 'applied' } } })
    const anna = await findUser('anna.petrova@school.example')
    expect(anna).toMatchObject({
      id: applied.body.import.rows[0].user_id,
      surname: 'Петрова',
      patronymic: 'Ильинична',
      role: 'student',
      birth_date: '2008-05-03',
      password_hash: null,
    })
    expect(await findUser('petr.s@school.example')).toMatchObject({ role: 'teacher' })
    const { body: cohorts } = await call('GET', '/api/cohorts', asCurator)
    expect(cohorts.cohorts).toMatchObject([{ name: '7 «Б»', student_ids: [anna?.id] }])
    const { body: taken } = await call('GET', `/api/courses/${course.id}`, asCurator)
    expect(taken.course.students.map(({ id }: { id: number }) => id)).toEqual([anna?.id])
    await app.runEffects()
    // a second time there is nothing to do
    const again = await send(text)
    expect(again.body.import.counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 })
    expect((await apply(body.import.id)).status).toBe(409)
  })

  it('shows what changes, and changes that alone', async () => {
    const known = await signedIn({ email: 'known@school.example', surname: 'Старая', name: 'Вера' })
    const { body } = await send('Почта,Фамилия,Отчество\nknown@school.example,Новая,\n')
    expect(body.import.rows).toMatchObject([{ verdict: 'changed', user_id: known.id, changes: ['surname'] }])
    await apply(body.import.id)
    expect(await findUser('known@school.example')).toMatchObject({ surname: 'Новая', name: 'Вера' })
    expect((await undo(body.import.id)).body.import.status).toBe('undone')
    expect(await findUser('known@school.example')).toMatchObject({ surname: 'Старая' })
    expect((await undo(body.import.id)).status).toBe(409)
  })

  it('matches by e-mail, login and number, and never two people at once', async () => {
    await send('Логин;Фамилия;Имя;Номер\nlog.in;Логинова;Ольга;А-17\n').then(({ body }) => apply(body.import.id))
    const other = await signedIn({ email: 'other@school.example' })
    const { body } = await send(
      [
        'Логин;Номер;Почта;Имя;Фамилия',
        'LOG.IN;;;Ольга;Логинова',
        ';А-17;;Олеся;Логинова',
        'log.in;;other@school.example;Ольга;Логинова',
      ].join('\n'),
    )
    expect(verdicts(body.import.rows)).toEqual(['wrong', 'wrong', 'wrong'])
    const single = await send('Номер;Имя\nА-17;Олеся\n')
    expect(single.body.import.rows).toMatchObject([{ verdict: 'changed', changes: ['name'] }])
    const two = await send('Номер;Почта;Имя\nА-17;other@school.example;Олеся\n')
    expect(two.body.import.rows[0].errors).toEqual({
      own_number: ['Здесь почта одного человека, а номер другого'],
    })
    expect(other.id).toBeGreaterThan(0)
  })

  it('reports wrong rows in place, and applies the others when they are skipped', async () => {
    const { body } = await send(
      [
        'ФИО;Почта;Роль;Дата рождения;Курсы',
        'Верный Иван;ok@school.example;студент;2009-01-31;',
        'Безымянный;no-name@school.example;;;',
        'Плохая Почта;не почта;;;',
        'Двойник Один;twin@school.example;;;',
        'Двойник Два;twin@school.example;;;',
        'Директор Кот;cat@school.example;кот;31.02.2010;Нет такого',
        ';head@school.example;студент;;',
      ].join('\n'),
    )
    const { rows, counts, id } = body.import
    expect(counts).toEqual({ new: 1, changed: 0, same: 0, wrong: 6 })
    expect(Object.fromEntries(rows.map(({ line, errors }: Row) => [line, Object.keys(errors).sort()]))).toEqual({
      2: [],
      3: ['name'],
      4: ['email'],
      5: ['email'],
      6: ['email'],
      7: ['birth_date', 'courses', 'role'],
      8: ['role'],
    })
    expect(rows[3].errors.email).toEqual(['Та же почта в строке 6'])
    expect((await apply(id)).status).toBe(409)
    expect(await findUser('ok@school.example')).toBeUndefined()
    expect((await apply(id, { skip_wrong: true })).status).toBe(200)
    expect(await findUser('ok@school.example')).toMatchObject({ surname: 'Верный', name: 'Иван' })
    expect(await findUser('head@school.example')).toMatchObject({ role: 'curator' })
  })

  it('takes corrected columns, and refuses unknown ones', async () => {
    const text = 'Кто это;Как зовут;Куда писать\nИванов;Илья;ilya@school.example\n'
    expect((await send(text)).body.import.counts.wrong).toBe(1)
    const columns = { surname: 'Кто это', name: 'Как зовут', email: 'Куда писать' }
    const { body } = await send(text, { columns })
    expect(body.import).toMatchObject({ columns, counts: { new: 1, wrong: 0 } })
    expect((await send(text, { columns: { surname: 'Нет такой' } })).body.errors).toHaveProperty('columns')
    expect((await send(text, { columns: { shoe: 'Кто это' } })).status).toBe(422)
  })

  it('has the extension of a table', async () => {
    const { status, body } = await send('Фамилия;Имя\nИванов;Илья\n', { name: 'Люди.pdf' })
    expect([status, body.errors]).toEqual([422, { file: ['Неверное расширение файла'] }])
  })

  it('gives children without an address a login, and lets them wait for a parent', async () => {
    const text = [
      'Фамилия;Имя;Дата рождения;Имя родителя;Почта родителя',
      'Щукина;Юля;01.02.2018;Щукина Инна;inna@home.example',
      'Щукина;Яна;01.02.2019;;inna@home.example',
      'Щукина;Юна;01.02.2000;;',
    ].join('\n')
    const { body } = await send(text)
    expect(verdicts(body.import.rows)).toEqual(['new', 'new', 'new'])
    await apply(body.import.id)
    const { rows } = await db.execute(sql`
      select login, awaits_parent_at is not null as waits,
        (select jsonb_agg(jsonb_build_array(guardians.name, guardians.email)) from guardians where child_id = users.id) as parents
      from users where surname = 'Щукина' order by id`)
    expect(rows).toEqual([
      { login: 'schukina.y', waits: true, parents: [['Щукина Инна', 'inna@home.example']] },
      { login: 'schukina.y2', waits: true, parents: [['', 'inna@home.example']] },
      { login: 'schukina.y3', waits: false, parents: null },
    ])
    // nothing in the file tells them from those who are there
    expect(verdicts((await send(text)).body.import.rows)).toEqual(['wrong', 'wrong', 'wrong'])
    expect((await undo(body.import.id)).status).toBe(200)
  })
})

describe('an import that gives access', () => {
  const age = (minutes: number) =>
    db.execute(
      sql`update sessions set password_at = now() - ${minutes} * interval '1 minute' where user_id = ${curator.id}`,
    )

  it('shows the roles, and needs a fresh password, as by hand', async () => {
    const teacher = await signedIn({ role: 'teacher', email: 'raised@school.example', own_number: 'R-1' })
    const files = [
      ['Фамилия;Имя;Почта;Роль', 'Новая;Глава;new-head@school.example;Директор'],
      ['Личный номер;Роль', 'R-1;Завуч'],
      ['Личный номер;Логин', 'R-1;raised.t'],
      ['Личный номер;Почта', 'R-1;other-raised@school.example'],
    ]
    const rowsOf = []
    for (const file of files) {
      const { body } = await send(file.join('\n'))
      rowsOf.push(body.import.rows[0].role)
      await age(16)
      const refused = await apply(body.import.id)
      expect([refused.status, refused.body.type]).toEqual([403, 'urn:praktika:problem:password-needed'])
      await age(0)
    }
    expect(rowsOf).toEqual([{ from: null, to: 'curator' }, { from: 'teacher', to: 'curator' }, null, null])
    expect(await findUser('new-head@school.example')).toBeUndefined()
    expect(await findUser('raised@school.example')).toMatchObject({ id: teacher.id, role: 'teacher', login: null })
  })

  it('is undone with a fresh password alone', async () => {
    const { body } = await send('Почта;Роль\nraised@school.example;Завуч\n')
    expect(await apply(body.import.id)).toMatchObject({ status: 200, body: { import: { rows: [{ role: null }] } } })
    await runEffects()
    const letters = (await readLetters(outbox)).filter(({ to }) => to === 'raised@school.example')
    expect(letters.filter(({ text }) => text.includes('Ваша роль на платформе теперь: куратор'))).toHaveLength(1)
    await age(16)
    expect((await undo(body.import.id)).body.type).toBe('urn:praktika:problem:password-needed')
    await age(0)
    expect((await undo(body.import.id)).status).toBe(200)
  })

  it('leaves no rights of a curator to somebody who is none any more, until it is undone', async () => {
    const rights = ['people' as const]
    await signedIn({ role: 'curator', rights, email: 'lowered@school.example' })
    await signedIn({ role: 'curator', rights, email: 'stays@school.example', surname: 'Прежняя' })
    const { body } = await send(
      'Почта;Роль;Фамилия\nlowered@school.example;учитель;\nstays@school.example;куратор;Новая\n',
    )
    expect((await apply(body.import.id)).status).toBe(200)
    expect(await findUser('lowered@school.example')).toMatchObject({ role: 'teacher', rights: null })
    expect(await findUser('stays@school.example')).toMatchObject({ role: 'curator', rights })
    expect((await undo(body.import.id)).status).toBe(200)
    expect(await findUser('lowered@school.example')).toMatchObject({ role: 'curator', rights })
    expect(await findUser('stays@school.example')).toMatchObject({ surname: 'Прежняя', rights })
  })

  it('asks for nothing where accounts keep theirs, whatever they are', async () => {
    await age(16)
    const { body } = await send(
      'Почта;Роль;Фамилия;Имя\nraised@school.example;учитель;Поднятая;\nhead@school.example;куратор;;\nlow@school.example;учитель;Низкая;Ия\n',
    )
    expect((await apply(body.import.id)).status).toBe(200)
    await age(0)
  })
})

describe('parents of imported children', () => {
  const text = (email: string, more = '') =>
    `Фамилия;Имя;Дата рождения;Почта родителя\nТихонова;Рита;01.02.2018;${email}\n${more}`
  const lettersTo = async (email: string) => {
    await runEffects()
    return (await readLetters(outbox)).filter(({ to }) => to === email)
  }

  it('get one letter for each child once the file is applied', async () => {
    const { body } = await send(text('tikhonova@home.example', 'Тихонова;Ольга;01.02.2019;tikhonova@home.example\n'))
    expect(await lettersTo('tikhonova@home.example')).toEqual([])
    await apply(body.import.id)
    const letters = await lettersTo('tikhonova@home.example')
    expect(letters.map((letter) => /Ребёнок: (.*)/.exec(letter.text)?.[1]).toSorted()).toEqual([
      'Ольга Тихонова',
      'Рита Тихонова',
    ])
    // letters that were sent do not keep the import from being undone; their links lead nowhere then
    expect((await undo(body.import.id)).status).toBe(200)
    const token = /token=([\w-]+)/.exec(letters[0]?.text ?? '')?.[1]
    expect((await call('GET', `/api/auth/parent-consent?token=${token}`)).status).toBe(422)
  })

  it('get none when the import is undone before it was sent', async () => {
    const { body } = await send(text('undone@home.example'))
    await apply(body.import.id)
    expect((await undo(body.import.id)).status).toBe(200)
    expect((await db.execute(sql`select 1 from effects where kind = 'child-account-letter'`)).rows).toEqual([])
    expect(await lettersTo('undone@home.example')).toEqual([])
  })

  it('are asked about somebody whom the file shows to be a child, once', async () => {
    const known = await signedIn({ own_number: 'T-77' })
    const { body } = await send(
      'Фамилия;Имя;Личный номер;Дата рождения;Почта родителя\nОрлова;Мария;T-77;01.02.2018;known@home.example\n',
    )
    await apply(body.import.id)
    expect((await call('GET', '/api/auth/user', { token: known.token })).status).toBe(401)
    expect(await lettersTo('known@home.example')).toHaveLength(1)
    expect((await undo(body.import.id)).status).toBe(200)
    const { rows } = await db.execute(sql`select awaits_parent_at from users where id = ${known.id}`)
    expect(rows).toEqual([{ awaits_parent_at: null }])
  })
})

test('no address is both a person’s own and a parent’s', async () => {
  const child = await signedIn({ email: 'dina@school.example', own_number: 'D-1' })
  await db.execute(sql`insert into guardians (child_id, email) values (${child.id}, 'dad@home.example')`)
  const errorsOf = async (row: string) =>
    (await send(`Личный номер;E-mail;E-mail родителя\n${row}\n`)).body.import.rows.map(({ errors }: Row) => errors)
  expect(await errorsOf('D-1;dad@home.example;')).toEqual([
    { email: ['Эта почта записана как почта родителя. Здесь нужна другая'] },
  ])
  for (const row of ['D-1;;dina@school.example', 'D-1;dina@school.example;dina@school.example']) {
    expect(await errorsOf(row)).toEqual([{ parent_email: ['Здесь нужна почта родителя'] }])
  }
  // the school had taken the parent's address for the child's
  expect(await errorsOf('D-1;dina.belova@school.example;dina@school.example')).toEqual([{}])
})

describe('a class', () => {
  it('is found however its name is written, and enrols; a course of the file stays on leaving it', async () => {
    const [withClass, byHand] = [await buildCourse(db), await buildCourse(db, { name: 'Отдельный' })]
    const cohort = await buildCohort(db, {
      by: { id: curator.id, role: 'curator' },
      name: '8 «А»',
      courses: [withClass.id, byHand.id],
    })
    const { body } = await send('Фамилия;Имя;Почта;Класс;Курсы\nКлассная;Ия;iya@school.example;8-A;Отдельный\n')
    expect(body.import.new_classes).toEqual([])
    await apply(body.import.id)
    const iya = await findUser('iya@school.example')
    const taken = async () =>
      (
        await db.execute(
          sql`select course_id, by_hand from course_students where user_id = ${iya?.id} order by course_id`,
        )
      ).rows
    expect(await taken()).toEqual([
      { course_id: withClass.id, by_hand: false },
      { course_id: byHand.id, by_hand: true },
    ])
    await call('PUT', `/api/cohorts/${cohort}`, { ...asCurator, body: { student_ids: [] } })
    expect(await taken()).toEqual([{ course_id: byHand.id, by_hand: true }])
  })

  it('may have a comma in its name, which otherwise separates several', async () => {
    await buildCohort(db, { by: { id: curator.id, role: 'curator' }, name: '10 «В», дизайн' })
    const { body } = await send('Фамилия;Имя;Почта;Класс\nЗапятая;Ия;comma@school.example;11Г, 10 «В», дизайн, Хор\n')
    expect(body.import.new_classes).toEqual(['11Г', 'Хор'])
  })
})

test('which sheet of a workbook was read is kept with it', async () => {
  const data = [
    ['Фамилия', 'Почта'],
    ['Листова', 'sheet@school.example'],
  ].map((row) => row.map((value) => ({ value, type: String })))
  const file = await writeExcelFile([
    { data, sheet: 'Дети' },
    { data, sheet: 'Учителя' },
  ]).toBuffer()
  const { body } = await send(file, { name: 'Люди.xlsx' })
  expect((await get(body.import.id)).body.import.sheets).toEqual({ read: 'Дети', others: ['Учителя'] })
})

test('the list has imports that were applied, and files that cannot be read get a sentence', async () => {
  const { body } = await call('GET', '/api/people-imports', asCurator)
  expect(body.imports.length).toBeGreaterThan(3)
  expect(body.imports.every(({ status }: { status: string }) => status !== 'ready')).toBe(true)
  for (const file of [
    '',
    'Иванова;Мария;maria@school.example;5 «А»\nПетров;Лев;lev@school.example;5 «А»\n',
    'Фамилия;Имя\n',
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    Buffer.from('PK\u0003\u0004broken'),
  ]) {
    expect(await send(file)).toMatchObject({ status: 422, body: { errors: { file: [expect.stringMatching(/\.$/)] } } })
  }
})
