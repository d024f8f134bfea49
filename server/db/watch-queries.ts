import type pg from 'pg'

/** Called when a query is sent, with its text; returns what is called when it has ended. */
type OnQuery = (text: string) => (succeeded: boolean) => void

const textOf = (query: unknown) =>
  typeof query === 'string' ? query : String((query as { text?: unknown }).text ?? '')

/**
 * Watches every query of a pool's connections, from being sent to the last row; of the connections that are made from
 * now on. It wraps what the caller waits for anyway, so that a query costs a microsecond more.
 */
export const watchQueries = (pool: pg.Pool, onQuery: OnQuery) => {
  pool.on('connect', (client) => {
    // biome-ignore lint/suspicious/noExplicitAny: one of the many overloads of pg
    const query = client.query.bind(client) as (...input: any[]) => any
    // biome-ignore lint/suspicious/noExplicitAny: the same
    client.query = (...input: any[]) => {
      const done = onQuery(textOf(input[0]))
      const callback = input.at(-1)
      if (typeof callback === 'function') {
        const watched = (error: unknown, result: unknown) => {
          done(!error)
          callback(error, result)
        }
        return query(...input.slice(0, -1), watched)
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
