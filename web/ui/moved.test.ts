import { expect, test } from 'vitest'
import { moved } from '#web/ui/moved.ts'

test('an item of a list is moved to a place, and an unknown one leaves the list as it is', () => {
  const items = ['a', 'b', 'c', 'd']
  const put = (name: string, to: number) => moved(items, (item) => item === name, to)
  expect(put('a', 2).join('')).toBe('bcad')
  expect(put('d', -1).join('')).toBe('dabc')
  expect(put('b', 9).join('')).toBe('acdb')
  expect(put('nobody', 0)).toBe(items)
})
