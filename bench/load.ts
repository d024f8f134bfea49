import autocannon from 'autocannon'

/** One burst of the same call over and over. */
export interface LoadOrder {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
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

/** autocannon's own percentiles are whole milliseconds, too coarse for responses that take less than one. */
const fire = ({ url, headers, connections, seconds }: LoadOrder) =>
  new Promise<LoadResult>((resolve, reject) => {
    const times: number[] = []
    const instance = autocannon({ url, headers, connections, duration: seconds, timeout: 10 }, (error, result) => {
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
