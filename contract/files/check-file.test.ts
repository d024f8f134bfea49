import { expect, test } from 'vitest'
import { fileProblem } from '#contract/files/check-file.ts'

const file = (name: string, type: string, size = 1) => ({ name, type, size })
const wrongType = 'Неверное расширение файла'

test.each([
  [file('plan.PDF', ''), ['.pdf'], null],
  [file('plan.pdf', ''), ['pdf'], null],
  [file('plan.pdf.exe', ''), ['.pdf'], wrongType],
  [file('planpdf', ''), ['pdf'], wrongType],
  [file('a.png', 'image/png'), ['image/png'], null],
  [file('a.png', 'IMAGE/PNG'), ['image/*'], null],
  [file('a.png', 'imagepng'), ['image/*'], wrongType],
  [file('a.txt', 'text/plain'), ['image/*', '.doc', 'text/html'], wrongType],
  [file('a.txt', 'text/plain'), ['image/*', 'txt'], null],
  [file('a.txt', 'text/plain'), undefined, null],
  [file('a.txt', 'text/plain'), [], wrongType],
])('%o against %o: %s', (given, types, problem) => {
  expect(fileProblem(given, types ? { types } : {})).toBe(problem)
})

test.each([
  [10 * 1_048_576, 'Размер файла не должен превышать 10MB'],
  [1_600_000, 'Размер файла не должен превышать 2MB'],
  [400_000, 'Размер файла не должен превышать 0MB'],
])('checks a limit of %i bytes', (maxSize, sentence) => {
  expect(fileProblem(file('a', '', maxSize), { maxSize })).toBeNull()
  expect(fileProblem(file('a', '', maxSize + 1), { maxSize })).toBe(sentence)
})
