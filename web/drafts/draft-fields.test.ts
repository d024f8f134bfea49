import { expect, test } from 'vitest'
import { type DraftFields, differencesOf, essence, fingerprint } from '#web/drafts/draft-fields.ts'

interface Plan {
  name: string
  open: boolean
  tags: string[]
  task: { text: string; criteria: { key: string; name: string }[] }
}

const fields: DraftFields<Plan> = {
  name: { label: 'Название' },
  open: { label: 'Открыт' },
  tags: { label: 'Теги' },
  task: {
    text: { label: 'Условие', rich: true },
    criteria: {
      label: 'Критерии',
      of: (criteria) => criteria.map(({ name }) => name),
      show: (criteria) => criteria.map(({ name }) => `«${name}»`).join(' '),
    },
  },
}
const plan: Plan = {
  name: 'Урок',
  open: true,
  tags: ['а'],
  task: { text: '<p>а</p>', criteria: [{ key: '1', name: 'А' }] },
}

test('what only looks different is the same', () => {
  const other = { ...plan, task: { text: '<p>а</p><p></p>', criteria: [{ key: 'new', name: 'А' }] } }
  expect(essence(fields, other)).toBe(essence(fields, plan))
  expect(differencesOf(fields, other, plan)).toEqual([])
})

test('every field that differs is named, with both values', () => {
  const other: Plan = { name: 'урок', open: false, tags: ['а', 'б'], task: { text: '<p>б</p>', criteria: [] } }
  expect(essence(fields, other)).not.toBe(essence(fields, plan))
  expect(differencesOf(fields, plan, other)).toEqual([
    { label: 'Название', rich: false, mine: 'Урок', theirs: 'урок' },
    { label: 'Открыт', rich: false, mine: 'Да', theirs: 'Нет' },
    { label: 'Теги', rich: false, mine: 'а', theirs: 'а, б' },
    { label: 'Условие', rich: true, mine: '<p>а</p>', theirs: '<p>б</p>' },
    { label: 'Критерии', rich: false, mine: '«А»', theirs: '' },
  ])
})

test('a plain field that holds a tag is compared letter by letter', () => {
  expect(differencesOf(fields, plan, { ...plan, name: '<p class="a">' }).length).toBe(1)
  expect(essence(fields, { ...plan, name: '<p>' })).not.toBe(essence(fields, { ...plan, name: '<p >' }))
})

test('fingerprints of other texts are others', () => {
  expect(fingerprint('а')).toBe(fingerprint('а'))
  expect(new Set(['', 'а', 'б', 'аб', 'ба'].map(fingerprint)).size).toBe(5)
})
