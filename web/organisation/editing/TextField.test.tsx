// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { draw, endDrawn } from '#web/app/drawn.fixture.ts'
import { TextField } from '#web/organisation/editing/TextField.tsx'

afterEach(endDrawn)

const field = { name: 'numberPVacant', label: 'По договорам', kind: 'number', required: true } as const

test.each([
  ['12 500,5', false],
  ['0', false],
  ['-5', true],
  ['много', true],
])('a number that could not be published is wrong at once: %s', async (text, isWrong) => {
  await draw(() => <TextField field={field} text={text} onChange={() => {}} />)
  expect(document.querySelector('input')?.getAttribute('aria-invalid') === 'true').toBe(isWrong)
})

test.each([
  ['0022-09-01', true],
  ['01.09.0022', true],
  ['1700-01-01', false],
])('a date with a year of two digits is wrong at once: %s', async (text, isWrong) => {
  await draw(() => (
    <TextField field={{ ...field, label: 'Дата создания', kind: 'date' }} text={text} onChange={() => {}} />
  ))
  expect(document.querySelector('input')?.getAttribute('aria-invalid') === 'true').toBe(isWrong)
})
