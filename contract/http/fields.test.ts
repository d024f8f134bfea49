import { expect, it } from 'vitest'
import { line, plainText, requiredText } from '#contract/http/fields.ts'

it.each([
  ['a line', line(100)],
  ['text of several lines', plainText(100)],
  ['required text', requiredText(100)],
])('%s has no characters that reverse the text after them', (_, field) => {
  expect(field.parse('Ветрова\u202e О. А.\u2066')).toBe('Ветрова О. А.')
})

it.each([
  ['a line', line(1000)],
  ['text of several lines', plainText(1000)],
])('%s counts marks as those of one letter, whatever character without a shape is between them', (_, field) => {
  expect(field.parse('е\u202e\u0308лка')).toBe('ёлка')
  const marks = '\u0316'.repeat(30)
  expect(field.parse(`ъ${marks}\u202e${marks}`)).toBe(`ъ${marks}`)
})
