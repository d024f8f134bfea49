import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A network between a browser and a site: slow for uploads, and it can be cut. */
export interface SlowNetwork {
  /** The site's address through it, without a slash at the end. */
  url: string
  /** Breaks every connection, and refuses new ones until `mend`. */
  cut: () => void
  mend: () => void
  /**
   * Lets this many bytes of uploads through from now on, and holds the rest back: what is done meanwhile is done in the
   * middle of an upload, however slow the machine. Requests without a file pass.
   */
  allow: (bytes: number) => void
  close: () => Promise<void>
}

/** Requests without a file are sent in chunks of less than this, in bytes. */
const minFileChunk = 8192

/** How often a connection that has used up its share may continue, in milliseconds. */
const step = 20

/** Limits the total speed, in bytes a second, and how much of files passes. */
const brake = (bytesPerSecond: number) => {
  const share = (bytesPerSecond * step) / 1000
  let free = share
  const waiting: (() => void)[] = []
  let allowed = Number.POSITIVE_INFINITY
  let held: (() => void)[] = []
  const timer = setInterval(() => {
    free = share
    while (free > 0 && waiting.length > 0) waiting.shift()?.()
  }, step)
  const pass = (size: number, go: () => void) => {
    if (free <= 0) return void waiting.push(() => pass(size, go))
    const isOfFile = size >= minFileChunk
    if (isOfFile && allowed <= 0) return void held.push(() => pass(size, go))
    if (isOfFile) allowed -= size
    free -= size
    go()
  }
  const allow = (bytes: number) => {
    allowed = bytes
    const released = held
    held = []
    for (const go of released) go()
  }
  return {
    stream: () =>
      new Transform({
        highWaterMark: 16_384,
        transform: (chunk, _encoding, done) => pass(chunk.length, () => done(null, chunk)),
      }),
    allow,
    stop: () => clearInterval(timer),
  }
}

/** Opens a network to a site, with this upload speed. */
export const openSlowNetwork = async (siteUrl: string, bytesPerSecond: number): Promise<SlowNetwork> => {
  const { hostname, port } = new URL(siteUrl)
  const sockets = new Set<Socket>()
  const up = brake(bytesPerSecond)
  let isCut = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((browser) => {
    if (isCut) return void browser.destroy()
    const site = connect(Number(port), hostname)
    for (const [one, other] of [
      [browser, site],
      [site, browser],
    ] as const) {
      keep(one)
      one.on('close', () => other.destroy())
    }
    browser.pipe(up.stream()).pipe(site)
    site.pipe(browser)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      isCut = false
    },
    allow: up.allow,
    close: async () => {
      cut()
      up.stop()
      server.close()
      await once(server, 'close')
    },
  }
}
