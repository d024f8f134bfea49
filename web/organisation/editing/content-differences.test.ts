import { expect, test } from 'vitest'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import type { RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { contentDifferences, withParts } from '#web/organisation/editing/content-differences.ts'

const page = registryPage(5, { edition: 10, university: false }) as RegistryPage
const head = (id: string, fio: string, post = 'Директор') => ({
  id,
  values: { fio: { text: fio }, post: { text: post } },
})
const content = (...rows: ReturnType<typeof head>[]) => ({ ...emptyContent, blocks: { rucovodstvo: { rows } } })
const differences = (mine: ReturnType<typeof content>, theirs: ReturnType<typeof content>) =>
  contentDifferences(page, mine, theirs, new Map())

test('of a long table only the rows that differ are listed', () => {
  const same = Array.from({ length: 100 }, (_, index) => head(`r${index}`, `Человек ${index}`))
  expect(differences(content(...same, head('a', 'Иванова')), content(...same, head('a', 'Петрова')))).toEqual([
    {
      part: 'block:rucovodstvo',
      label: 'Руководитель',
      rich: false,
      mine: 'ФИО: Иванова; Должность: Директор',
      theirs: 'ФИО: Петрова; Должность: Директор',
    },
  ])
})

test('removed and moved rows are listed as well', () => {
  const [a, b] = [head('a', 'Иванова'), head('b', 'Петрова')]
  expect(differences(content(a, b), content(a, b))).toEqual([])
  expect(differences(content(a), content(a, b))).toMatchObject([{ mine: 'Без этих строк' }])
  expect(differences(content(b, a), content(a, b))).toMatchObject([{ mine: 'Те же строки в другом порядке' }])
})

test('texts and further pages are listed by name', () => {
  const mine = { ...content(), before: '<p>Моё</p>', more: [{ title: 'Ещё', url: 'https://school.ru/' }] }
  const labels = contentDifferences(page, mine, { ...content(), before: '<p>Их</p>' }, new Map()).map(
    ({ label }) => label,
  )
  expect(labels).toEqual(['Текст перед сведениями', 'Дополнительные страницы'])
})

test('parts are taken from another version one by one', () => {
  const mine = { ...content(head('a', 'Иванова')), before: '<p>Моё</p>' }
  const theirs = { ...content(head('a', 'Петрова')), before: '<p>Их</p>', after: '<p>После</p>' }
  expect(withParts(mine, theirs, ['block:rucovodstvo', 'after'])).toEqual({ ...theirs, before: '<p>Моё</p>' })
  expect(withParts(mine, emptyContent, ['block:rucovodstvo']).blocks).toEqual({ rucovodstvo: { rows: [] } })
  expect(withParts(mine, theirs, [])).toEqual(mine)
})
