import { expect, it, vi } from 'vitest'
import { jsonInTurns } from '#server/http/json-in-turns.ts'

const cell = { id: 1, comment: 'Болел, «принёс» справку', score: null, at: undefined, tags: [], more: { deep: [1] } }
const many = (length: number) => Array.from({ length }, (_, nth) => ({ ...cell, id: nth }))

it.each([
  ['a small object', cell],
  ['an empty object', {}],
  ['a list', [1, 'a', null, undefined]],
  ['a text', 'а"\\\u2028'],
  ['lists that are too long for one turn', { journal: { name: 'Курс', rows: many(501), gone: undefined }, total: 501 }],
  ['a long list alone', many(60)],
  ['a date', { at: new Date(0) }],
  ['what JSON leaves out of lists', { list: Array.from({ length: 70 }, () => undefined) }],
])('writes %s as JSON.stringify does', async (_, value) => {
  expect(await jsonInTurns(value)).toBe(JSON.stringify(value))
})

it('gives others their turn while it writes', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1))
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const text = await jsonInTurns({ rows: Array.from({ length: 500 }, () => ({ cells: many(60) })) })
  clearImmediate(timer)
  expect([text.length > 1_000_000, turns > 1]).toEqual([true, true])
})
