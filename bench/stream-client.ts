import { type ClientRequest, request } from 'node:http'

/** What the process of many pages is asked to do; it replies with a `StreamTimes`. */
export type StreamOrder =
  /** Open a stream with each token. */
  | { act: 'open'; url: string; tokens: string[] }
  /** Cut all of them at once, and open them again after the last event. */
  | { act: 'cut' }
  /** Wait until each has received a notification; replies `ready` first. */
  | { act: 'wait' }

/** When each stream was there, on the clock of the machine: milliseconds of `process.hrtime`. */
export interface StreamTimes {
  began: number
  times: number[]
}

/**
 * More connections at once would only wait in the queue of the kernel, or be refused there and repeated after a second.
 */
const maxOpening = 400

const now = () => Number(process.hrtime.bigint()) / 1e6

interface Page {
  url: string
  token: string
  lastId: string | undefined
  outgoing: ClientRequest | undefined
}

const pages: Page[] = []
/** Called with each page that receives a notification. */
let onNotification = (_page: Page) => {}

/** Resolves when the stream has sent its position. */
const openOne = (page: Page) =>
  new Promise<number>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${page.token}`,
      ...(page.lastId === undefined ? {} : { 'last-event-id': page.lastId }),
    }
    const outgoing = request(`${page.url}/api/events`, { agent: false, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET /api/events returned ${response.statusCode}.`))
      response.setEncoding('latin1')
      response.on('data', (text: string) => {
        if (text.includes('event: notification')) onNotification(page)
        const id = [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1]
        if (id === undefined) return
        page.lastId = id
        resolve(now())
      })
      response.once('error', () => {})
    })
    outgoing.once('error', (error) => outgoing.destroyed || reject(error))
    outgoing.end()
    page.outgoing = outgoing
  })

const openAll = async (): Promise<StreamTimes> => {
  const began = now()
  const times: number[] = []
  const left = pages.values()
  const openNext = async () => {
    for (const page of left) times.push(await openOne(page))
  }
  await Promise.all(Array.from({ length: maxOpening }, openNext))
  return { began, times }
}

const waitForAll = () =>
  new Promise<StreamTimes>((resolve) => {
    const began = now()
    const times = new Map<Page, number>()
    onNotification = (page) => {
      if (!times.has(page)) times.set(page, now())
      if (times.size === pages.length) resolve({ began, times: [...times.values()] })
    }
    process.send?.('ready')
  })

const obey = async (order: StreamOrder) => {
  if (order.act === 'wait') return waitForAll()
  if (order.act === 'open') {
    for (const token of order.tokens) pages.push({ url: order.url, token, lastId: undefined, outgoing: undefined })
  } else for (const { outgoing } of pages) outgoing?.destroy()
  return openAll()
}

// A separate process, so that the pages take neither time nor memory of the site. It ends with its channel.
process.on('message', async (order: StreamOrder) => {
  process.send?.(await obey(order))
})
process.once('disconnect', () => process.exit())
