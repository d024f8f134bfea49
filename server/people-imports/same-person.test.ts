import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const { send, apply } = importer({ call }, curator)

describe('a row that has one thing in common with somebody', () => {
  it.each([
    ['Номер', 'own_number', 'N-1', 'Такой номер'],
    ['Почта', 'email', 'family@home.example', 'Эта почта'],
    ['Логин', 'login', 'pervaya.a', 'Этот логин'],
  ] as const)('is about nobody else: %s', async (heading, field, value, words) => {
    const known = { surname: 'Первая', name: 'Алёна', birth_date: '2008-03-01', [field]: value }
    const first = await signedIn(known)
    const sent = async (person: string) => {
      const { body } = await send(`${heading};Фамилия;Имя;Дата рождения\n${value};${person}\n`)
      return body.import
    }
    const sentence = `${words} у другого человека: Первая Алёна.`
    for (const person of ['Второй;Пётр;', 'Первая;Мария;2009-05-04']) {
      const { id, rows } = await sent(person)
      expect(rows).toMatchObject([
        { verdict: 'wrong', user_id: null, errors: { [field]: [expect.stringContaining(sentence)] } },
      ])
      expect((await apply(id, { skip_wrong: true })).status).toBe(409)
    }
    const { rows } = await db.execute(sql`select surname, name from users where id = ${first.id}`)
    expect(rows).toEqual([{ surname: 'Первая', name: 'Алёна' }])
    // one thing at a time is corrected, and «ё» is no other name
    expect((await sent('Замужняя;Алена;')).rows).toMatchObject([{ verdict: 'changed', user_id: first.id }])
  })

  it.each([
    ['Почта;Номер', 'email', 'ivanovs@home.example;', { email: 'ivanovs@home.example' }],
    ['Почта;Номер', 'email', 'p.i@home.example;N-77', { email: 'p.i@home.example', own_number: 'N-11' }],
    ['Логин;Номер', 'login', 'ivanov.p;N-79', { login: 'ivanov.p' }],
  ] as const)(
    'is about no brother with the same surname, other first name, no date: %s of %s',
    async (heading, field, keys, known) => {
      const elder = await signedIn({ surname: 'Иванов', name: 'Пётр', ...known })
      const { body } = await send(`${heading};Фамилия;Имя;Класс\n${keys};Иванов;Лев;5Б\n`)
      expect(body.import.rows).toMatchObject([
        {
          verdict: 'wrong',
          user_id: null,
          errors: { [field]: [expect.stringContaining('у другого человека: Иванов Пётр.')] },
        },
      ])
      // the same person, as another program spells the name
      const spelled = await send(`${heading};Фамилия;Имя\n${keys};Иванов;Петр\n`)
      expect(spelled.body.import.rows).toMatchObject([{ verdict: 'changed', user_id: elder.id }])
    },
  )

  it('counts another own number and another login as differences', async () => {
    const known = { surname: 'Орлов', name: 'Иван', birth_date: '2010-01-02' }
    const { id } = await signedIn({ ...known, email: 'orlov@home.example', own_number: 'N-21', login: 'orlov.i' })
    const sent = async (row: string) =>
      (await send(`Почта;Номер;Логин;Фамилия;Имя;Дата рождения\n${row}\n`)).body.import.rows
    expect(await sent('orlov@home.example;N-78;;Орлов;Иван;2014-05-06')).toMatchObject([{ verdict: 'wrong' }])
    expect(await sent('orlov@home.example;;orlov.l;Орлов;Иван;2014-05-06')).toMatchObject([{ verdict: 'wrong' }])
    expect(await sent(';N-21;orlov.l;Орлов;Лев;')).toMatchObject([{ verdict: 'wrong' }])
    expect(await sent('orlov@home.example;N-78;;Орлов;Иван;2010-01-02')).toMatchObject([
      { verdict: 'changed', user_id: id, changes: ['own_number'] },
    ])
  })

  it('may correct a first name by the own number', async () => {
    const { id } = await signedIn({ surname: 'Ким', name: 'Александр', own_number: 'N-31' })
    for (const name of ['Алексндр', 'Саша']) {
      const { body } = await send(`Номер;Фамилия;Имя\nN-31;Ким;${name}\n`)
      expect(body.import.rows).toMatchObject([{ verdict: 'changed', user_id: id, changes: ['name'] }])
    }
  })

  it('may correct everything once a second thing is the same', async () => {
    const { id } = await signedIn({
      surname: 'Иван',
      name: 'Петров',
      email: 'swapped@school.example',
      own_number: 'N-2',
    })
    const { body } = await send('Почта;Номер;Фамилия;Имя\nswapped@school.example;N-2;Петров;Иван\n')
    expect(body.import.rows).toMatchObject([{ verdict: 'changed', user_id: id, changes: ['surname', 'name'] }])
  })
})
