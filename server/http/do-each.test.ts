import { expect, it } from 'vitest'
import { doEach } from '#server/http/do-each.ts'

it('a failure ends what is done to each, once the acts under way have ended', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const act = async (id: number) => {
    begun.push(id)
    if (id === 2) throw new Error('no connection')
    await new Promise((resolve) => setImmediate(resolve))
    ended.push(id)
  }
  await expect(doEach([1, 2, 3, 4, 5, 6, 7, 8, 9], (id) => id, act)).rejects.toThrow('no connection')
  expect([begun, ended]).toEqual([
    [1, 2, 3, 4],
    [1, 3, 4],
  ])
})
