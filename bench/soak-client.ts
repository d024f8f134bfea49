import autocannon from 'autocannon'

/** One request of the mix. */
export interface SoakRequest {
  method: 'GET' | 'PUT' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** Send this many requests of the mix, in its order on each connection. */
export interface SoakOrder {
  url: string
  requests: SoakRequest[]
  amount: number
}

/** How many arrived, by status; `broken` got no response. */
export interface SoakOutcome {
  statuses: Record<string, number>
  broken: number
  seconds: number
}

const connections = 32

const fire = ({ url, requests, amount }: SoakOrder) =>
  new Promise<SoakOutcome>((resolve, reject) => {
    let started = 0
    autocannon(
      {
        url,
        amount,
        connections,
        timeout: 30,
        // connections begin at different places of the mix
        setupClient: (client) => {
          const begin = (started++ * Math.floor(requests.length / connections)) % requests.length
          client.setRequests([...requests.slice(begin), ...requests.slice(0, begin)])
        },
      },
      (error, { statusCodeStats, errors, duration }) => {
        if (error) return reject(error)
        const statuses = Object.fromEntries(
          Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count]),
        )
        resolve({ statuses, broken: errors, seconds: duration })
      },
    )
  })

// A separate process, which takes neither time nor memory of the site. It ends with its channel.
process.on('message', async (order: SoakOrder) => {
  process.send?.(await fire(order))
})
process.once('disconnect', () => process.exit())
