import { expect, test } from 'vitest'
import { type ContentRow, emptyContent, type OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { errorsLeft } from '#web/organisation/editing/page-errors.ts'

const contentOf = (rows: ContentRow[]): OrganisationContent => ({ ...emptyContent, blocks: { staff: { rows } } })
const own: ContentRow = { id: 'own', values: { post: { text: 'Доцент' } } }
const other: ContentRow = { id: 'other', values: {} }
const at = (index: number, name = 'fio') => `blocks.staff.rows.${index}.values.${name}`
const left = (errors: Record<string, string>, before: ContentRow[], now: ContentRow[]) =>
  errorsLeft(errors, contentOf(before), contentOf(now))

test('an error goes once its value has changed', () => {
  const errors = { [at(0, 'fio')]: 'Заполните', [at(0, 'post')]: 'Проверьте' }
  const changed = { ...own, values: { ...own.values, fio: { text: 'Иванова' } } }
  expect(left(errors, [own], [changed])).toEqual({ [at(0, 'post')]: 'Проверьте' })
})

test('an error moves with its row, and is removed with it', () => {
  const errors = { [at(0)]: 'Заполните', more: 'Не больше десяти' }
  expect(left(errors, [own, other], [other, own])).toEqual({ [at(1)]: 'Заполните', more: 'Не больше десяти' })
  expect(left(errors, [own, other], [other])).toEqual({ more: 'Не больше десяти' })
})
