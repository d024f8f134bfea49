import { expect, it } from 'vitest'
import { meantAddress } from '#web/editor/controls/meant-address.ts'

it.each([
  ['https://example.com/a b', 'https://example.com/a b'],
  [' example.com/page?a=1 ', 'https://example.com/page?a=1'],
  ['школа.рф', 'https://школа.рф'],
  ['example.com:8080/page', 'https://example.com:8080/page'],
  ['mail@example.com', 'mailto:mail@example.com'],
  ['+7 (999) 123-45-67', 'tel:+79991234567'],
  ['mailto:mail@example.com', 'mailto:mail@example.com'],
  ['mailto:1ivanov@example.com', 'mailto:1ivanov@example.com'],
  ['tel:88005553535', 'tel:88005553535'],
  ['/lessons/3', '/lessons/3'],
  ['#итоги', '#итоги'],
  ['?tab=2', '?tab=2'],
])('%j leads to %s', (typed, address) => expect(meantAddress(typed)).toBe(address))

// a word would lead to a page of this site that is not there
it.each(['', 'слово', 'два слова', 'сайт школы.рф', 'javascript:alert(1)', 'http://['])('%j leads nowhere', (typed) =>
  expect(meantAddress(typed)).toBeNull(),
)
