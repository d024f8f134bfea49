import autocannon from 'autocannon'

/** One burst of the same call over and over. */
export interface LoadOrder {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** Makes each of these calls once instead, however long that takes. */
  once?: OnceCall[]
}

/** A call of its own, of one person. */
export interface OnceCall {
  path: string
  headers: Record<string, string>
}

/** The result; times in milliseconds. */
export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
  responses: number
  /** Responses other than 200, broken connections and timeouts. */
  failed: number
}

const percentile = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Each connection begins at another place and makes its share of the calls. */
const shareOut = (calls: OnceCall[], headers: LoadOrder['headers'], connections: number) => {
  let started = 0
  return {
    amount: calls.length,
    setupClient: (client: autocannon.Client) => {
      const begin = Math.floor((started++ * calls.length) / connections)
      const own = [...calls.slice(begin), ...calls.slice(0, begin)]
      client.setRequests(own.map((call) => ({ path: call.path, headers: { ...headers, ...call.headers } })))
    },
  }
}

/**
 * How often autocannon looks whether its time is over, in milliseconds: with its own second each short burst takes one.
 */
const sampleInt = 100

/** autocannon's own percentiles are whole milliseconds, too coarse for responses that take less than one. */
const fire = ({ url, headers, connections, seconds, once }: LoadOrder) =>
  new Promise<LoadResult>((resolve, reject) => {
    const times: number[] = []
    const amount = once ? shareOut(once, headers, connections) : { duration: seconds }
    const instance = autocannon({ url, headers, connections, timeout: 10, sampleInt, ...amount }, (error, result) => {
      if (error) return reject(error)
      const sorted = Float64Array.from(times).sort()
      const good = result.statusCodeStats?.['200']?.count ?? 0
      resolve({
        perSecond: times.length / result.duration,
        p50: percentile(sorted, 0.5),
        p99: percentile(sorted, 0.99),
        responses: times.length,
        failed: times.length - good + result.errors + result.timeouts,
      })
    })
    instance.on('response', (_client, _status, _bytes, time) => times.push(time))
  })

// A separate process, so that nothing but the client runs on its event loop: orders are received over the channel,
// results are sent back.
process.on('message', async (order: LoadOrder) => {
  process.send?.(await fire(order))
})
process.once('disconnect', () => process.exit())
