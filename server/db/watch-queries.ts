import type pg from 'pg'

/** Receives the duration of each query, in seconds, and whether it succeeded. */
type OnQuery = (seconds: number, succeeded: boolean) => void

/**
 * Measures every query of a pool's connections, from being sent to the last row; of the connections that are made from
 * now on. It wraps what the caller waits for anyway, so that a query costs a microsecond more.
 */
export const watchQueries = (pool: pg.Pool, onQuery: OnQuery) => {
  pool.on('connect', (client) => {
    // biome-ignore lint/suspicious/noExplicitAny: one of the many overloads of pg
    const query = client.query.bind(client) as (...input: any[]) => any
    // biome-ignore lint/suspicious/noExplicitAny: the same
    client.query = (...input: any[]) => {
      const began = performance.now()
      const done = (succeeded: boolean) => onQuery((performance.now() - began) / 1000, succeeded)
      const callback = input.at(-1)
      if (typeof callback === 'function') {
        const measured = (error: unknown, result: unknown) => {
          done(!error)
          callback(error, result)
        }
        return query(...input.slice(0, -1), measured)
      }
      const result = query(...input)
      // a cursor or a copy returns itself: its caller reads it later
      if (typeof result?.then === 'function')
        result.then(
          () => done(true),
          () => done(false),
        )
      return result
    }
  })
}
