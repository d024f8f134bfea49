import { expect, it } from 'vitest'
import { line, plainText, requiredText } from '#contract/http/fields.ts'

it.each([
  ['a line', line(100)],
  ['text of several lines', plainText(100)],
  ['required text', requiredText(100)],
])('%s has no characters that reverse the text after them', (_, field) => {
  expect(field.parse('Ветрова\u202e О. А.\u2066')).toBe('Ветрова О. А.')
})
