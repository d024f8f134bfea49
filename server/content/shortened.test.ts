import { expect, test } from 'vitest'
import { shortened } from '#server/content/shortened.ts'

test('a long text is shortened to whole characters', () => {
  expect(shortened('Плакат', 6)).toBe('Плакат')
  expect(shortened('Плакат к празднику', 9)).toBe('Плакат к…')
  expect(shortened('Плакат 🎉🎉', 9)).toBe('Плакат…')
  expect(shortened('Плакат 🎉🎉', 10)).toBe('Плакат 🎉…')
  expect(shortened('🎉'.repeat(90), 150).isWellFormed()).toBe(true)
})
