import { expect, test } from 'vitest'
import { secondsText } from '#web/progress/seconds-text.ts'

test('a length in seconds is in the case its sentence asks for', () => {
  const texts = [null, 60, 21 * 60, 2 * 3600].map((seconds) => secondsText(seconds, 'минуту').replace('\u00a0', ' '))
  expect(texts).toEqual(['—', '1 минуту', '21 минуту', '2 часа'])
  expect(secondsText(60)).toBe('1\u00a0минута')
})
