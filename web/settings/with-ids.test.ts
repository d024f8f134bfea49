import { expect, test } from 'vitest'
import type { Period } from '#contract/journal/periods.schema.ts'
import { withIds } from '#web/settings/with-ids.ts'

const first: Period = { id: 4, kind: 'term', name: '1 четверть', from: '2026-09-01', to: '2026-10-25' }
const { id: _, ...values } = first
const row = (change: object = {}) => ({ key: 'a', ...values, ...change })

test('a row whose first save went through without its response is the period that it has become', () => {
  expect(withIds([row()], [first])).toEqual([first])
  expect(withIds([row({ name: '2 четверть' })], [first])).toEqual([{ ...values, name: '2 четверть' }])
})

test('a period stays with the row that has its id, and a row of a deleted one is new', () => {
  const renamed = row({ id: 4, name: 'Осень' })
  expect(withIds([renamed, row()], [first])).toEqual([{ ...first, name: 'Осень' }, values])
  expect(withIds([row({ id: 3, name: 'Осень' })], [first])).toEqual([{ ...values, name: 'Осень' }])
})
