import { expect, it } from 'vitest'
import { PersonName } from '#contract/users/users.schema.ts'

it.each([
  ['', 'Заполните это поле'],
  [' ', 'Заполните это поле'],
  ['Мария 5', 'Только буквы, пробелы, дефис, апостроф и точка'],
])('“%s” is refused with one sentence', (typed, sentence) =>
  expect(PersonName.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([sentence]),
)
