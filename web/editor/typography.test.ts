import { expect, it } from 'vitest'
import { russianQuote } from '#web/editor/typography.ts'

it.each([
  ['', '«'],
  ['Он сказал: ', '«'],
  ['(', '«'],
  ['Он сказал: «Да', '»'],
  ['«', '„'],
  ['Роман «Герой ', '„'],
  ['Роман «Герой „нашего', '“'],
  ['Роман «Герой „нашего“ времени', '»'],
  ['«Раз» и ', '«'],
  ['кое-что', '»'],
  ['\ufffc', '«'],
])('after «%s» comes %s', (before, quote) => expect(russianQuote(before)).toBe(quote))
