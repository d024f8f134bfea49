import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

const counting = new AsyncLocalStorage<{ statements: number }>()

/**
 * How many statements the calls in `act` send to the database. Those of others do not count: the connection that
 * listens for changes, for one, checks itself now and then.
 */
export const countStatements = async (act: () => Promise<unknown>) => {
  const counted = { statements: 0 }
  const { query } = pg.Client.prototype
  // every statement goes through a connection's method, in a transaction too
  // biome-ignore lint/suspicious/noExplicitAny: one of the many overloads of pg
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...input: any[]) {
    const mine = counting.getStore()
    if (mine) mine.statements += 1
    return Reflect.apply(query, this, input)
  })
  try {
    await counting.run(counted, act)
  } finally {
    spy.mockRestore()
  }
  if (counted.statements === 0) throw new Error('Nothing was counted.')
  return counted.statements
}
