import { describe, expect, it } from 'vitest'
import { classesFinder, classKey } from '#server/people-imports/find-by-name.ts'

describe('the key of a class', () => {
  it('is the same for everything that people write differently', () => {
    const spellings = ['9 «А»', '9-а', '9A', '9 - "а"', ' 9.А ']
    expect(new Set(spellings.map(classKey))).toEqual(new Set(['9а']))
    expect(classKey('1-12')).toBe(classKey('1 12'))
    expect(classKey('1 «12»')).toBe(classKey('1 - 12'))
    expect(classKey('ИС-1-21')).toBe(classKey('ис1 21'))
  })

  it.each([
    ['1-12', '11-2'],
    ['1-1', '11'],
    ['ИС-1-21', 'ИС-12-1'],
  ])('keeps the numbers of %s apart, unlike those of %s', (one, other) => {
    expect(classKey(one)).not.toBe(classKey(other))
  })

  it('finds no class of other numbers', () => {
    const find = classesFinder([{ id: 1, name: '1-12' }])
    expect(find('11-2, 1 12')).toEqual([
      { name: '11-2', found: null },
      { name: '1 12', found: 1 },
    ])
  })
})
