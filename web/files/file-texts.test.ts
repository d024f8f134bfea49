import { expect, test } from 'vitest'
import { formatSize } from '#contract/files/file-size.ts'
import { formatPlace } from '#contract/files/format-place.ts'
import { formatProgress, formatTimeLeft } from '#web/files/file-sizes.ts'

const kb = 1024
const mb = 1024 * kb
const gb = 1024 * mb

test.each([
  [0, '0 Б'],
  [1, '1 Б'],
  [1023, '1 023 Б'],
  [kb, '1 КБ'],
  [1536, '1,5 КБ'],
  [999.96 * kb, '1 000 КБ'],
  [mb - 1, '1 МБ'],
  [12.4 * mb, '12,4 МБ'],
  [99.9 * mb, '99,9 МБ'],
  [99.96 * mb, '100 МБ'],
  [123.4 * mb, '123 МБ'],
  [2 * gb, '2 ГБ'],
  [5000 * gb, '4,9 ТБ'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatSize(bytes).replaceAll('\u00a0', ' ')).toBe(text)
})

test.each([
  [0, 'осталось несколько секунд'],
  [4.9, 'осталось несколько секунд'],
  [6, 'осталось 10 секунд'],
  [41, 'осталось 45 секунд'],
  [57, 'осталась 1 минута'],
  [120, 'осталось 2 минуты'],
  [300, 'осталось 5 минут'],
  [21 * 60, 'осталась 21 минута'],
  [3600, 'остался 1 час'],
  [3600 + 15 * 60, 'остался 1 час 15 минут'],
  [7 * 3600 + 40 * 60, 'осталось 7 часов'],
  [30 * 3600, 'осталось больше суток'],
  [Number.POSITIVE_INFINITY, 'осталось больше суток'],
])('%d seconds: %s', (seconds, text) => {
  expect(formatTimeLeft(seconds * 1000, 1000).replaceAll('\u00a0', ' ')).toBe(text)
})

test('progress says how much, how fast and how long, as far as it is known', () => {
  const progress = { sent: 12.4 * mb, size: 2 * gb, speed: 16.9 * mb }
  expect(formatProgress(progress).replaceAll('\u00a0', ' ')).toBe('12,4 МБ из 2 ГБ · 16,9 МБ/с · осталось 2 минуты')
  for (const speed of [null, 0]) expect(formatProgress({ ...progress, speed })).toMatch(/из 2\sГБ$/)
})

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [723, '12:03'],
  [3723, '1:02:03'],
])('the place at %d seconds is %s', (seconds, text) => {
  expect(formatPlace(seconds)).toBe(text)
})
