import { expect, test } from 'vitest'
import { readText } from '#web/announcements/read-text.ts'

test('the verb agrees with how many have read an announcement', () => {
  expect([0, 1, 2, 5, 11, 21, 101].map((read) => readText(read, 120))).toEqual([
    'прочитали 0 из 120',
    'прочитал 1 из 120',
    'прочитали 2 из 120',
    'прочитали 5 из 120',
    'прочитали 11 из 120',
    'прочитал 21 из 120',
    'прочитал 101 из 120',
  ])
})
