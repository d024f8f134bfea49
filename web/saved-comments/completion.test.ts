import { expect, test } from 'vitest'
import { filled, hashAt, inserted, insertedAt, matching } from '#web/saved-comments/completion.ts'

test('a hash counts at the beginning of a word, on the line of the caret', () => {
  expect(hashAt('#по', 3)).toEqual({ from: 0, query: 'по' })
  expect(hashAt('Илья, #поля шире', 11)).toEqual({ from: 6, query: 'поля' })
  expect(hashAt('цвет#fff', 8)).toBeNull()
  expect(hashAt('#а\nб', 4)).toBeNull()
  expect(hashAt('#поля', 0)).toBeNull()
  expect(hashAt('без неё', 3)).toBeNull()
  expect(hashAt(`#${'а'.repeat(60)}`, 61)).toBeNull()
})

test('every word must occur, with or without ё', () => {
  const saved = (id: number, text: string) => ({ id, text, course: null, uses: 0 })
  const comments = [saved(1, 'Ещё поля'), saved(2, 'Шире поля'), saved(3, 'Шрифт')]
  expect(matching(comments, 'поля еще').map(({ id }) => id)).toEqual([1])
  expect(matching(comments, '').map(({ id }) => id)).toEqual([1, 2, 3])
  expect(matching(comments, '', 2)).toHaveLength(2)
})

test('a comment replaces the hash, with the name in it', () => {
  const text = 'Привет. #по Дальше'
  const hash = hashAt(text, 11)
  expect(hash && inserted(text, hash, filled('{имя}, поля шире. {имя}!', 'Илья'))).toEqual({
    text: 'Привет. Илья, поля шире. Илья! Дальше',
    caret: 30,
  })
})

test('a comment is put in at the caret, apart from what is before it', () => {
  expect(insertedAt('', 0, 'Поля шире.')).toEqual({ text: 'Поля шире.', caret: 10 })
  expect(insertedAt('Привет. Дальше', 7, 'Поля шире.')).toEqual({ text: 'Привет. Поля шире. Дальше', caret: 18 })
  expect(insertedAt('Раз\n', 4, 'Два')).toEqual({ text: 'Раз\nДва', caret: 7 })
})
