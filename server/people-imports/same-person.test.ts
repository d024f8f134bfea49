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
      expect((await apply(id, { skip_wrong: true })).status).toBe(200)
    }
    const { rows } = await db.execute(sql`select surname, name from users where id = ${first.id}`)
    expect(rows).toEqual([{ surname: 'Первая', name: 'Алёна' }])
    // one thing at a time is corrected, and «ё» is no other name
    expect((await sent('Замужняя;Алена;')).rows).toMatchObject([{ verdict: 'changed', user_id: first.id }])
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
