import { expect, it } from 'vitest'
import { importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { send } = importer(app, await app.signedIn({ role: 'curator' }))

it('texts that are cut in the middle of a character are kept', async () => {
  const cutAt = (length: number) => `${'я'.repeat(length - 1)}😀`
  const { status, body } = await send(
    [`Фамилия;Имя;Дата рождения;Курсы;${cutAt(200)}`, `Ёлкин;Лев;${cutAt(40)};${cutAt(100)};x`].join('\n'),
  )
  expect(status).toBe(201)
  const { headings, rows } = body.import
  expect(headings.at(-1)).toHaveLength(200)
  expect(Object.keys(rows[0].errors).sort()).toEqual(['birth_date', 'courses'])
})
