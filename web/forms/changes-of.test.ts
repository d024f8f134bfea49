import { expect, test } from 'vitest'
import { changesOf } from '#web/forms/changes-of.ts'

test('only what differs is sent: texts, lists and what is cleared', () => {
  const before = { name: 'Анна', email: 'anna@school.ru', rights: ['people'] as string[] | null, birth_date: '' }
  expect(changesOf({ ...before, rights: ['people'] }, before)).toEqual({})
  expect(changesOf({ ...before, email: '', rights: null }, before)).toEqual({ email: '', rights: null })
  expect(changesOf({ ...before, rights: ['people', 'projects'] }, before)).toEqual({ rights: ['people', 'projects'] })
})
