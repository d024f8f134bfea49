import autocannon from 'autocannon'

/** One burst of the same call over and over. */
export interface LoadOrder {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
}

/** What came of it; times in milliseconds. */
export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
  answers: number
  /** Answers other than 200, broken connections and timeouts. */
  failed: number
}

const percentile = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** autocannon's own percentiles are whole milliseconds, too coarse for answers that take less than one. */
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
        answers: times.length,
        failed: times.length - good + result.errors + result.timeouts,
      })
    })
    instance.on('response', (_client, _status, _bytes, time) => times.push(time))
  })

// A process of its own, so that nothing but the client runs on its event loop: orders come in over the channel, results go back.
process.on('message', async (order: LoadOrder) => {
  process.send?.(await fire(order))
})
process.once('disconnect', () => process.exit())
