import { connect, type NetConnectOpts, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#server/config.ts'

/** What ClamAV says of some bytes: the name of the virus in them, or null. */
export interface Verdict {
  virus: string | null
}

/** Looks for viruses. Its calls throw AntivirusAway. */
export interface Antivirus {
  /** Takes at most `maxSize` bytes. An error in reading them is thrown as it is. */
  scan: (bytes: Readable) => Promise<Verdict>
  /** What is larger cannot be scanned; in bytes. */
  maxSize: number
  /** Resolves when it is there. */
  ping: () => Promise<void>
}

/** ClamAV does not answer, or not what its protocol says. */
export class AntivirusAway extends Error {}

/** How long it may be silent, in milliseconds: it needs a while for a large archive. */
const patienceMs = 60_000

/** Max length of its reply, in characters. */
const maxReply = 2000

const addressOf = (url: string): NetConnectOpts => {
  const { protocol, hostname, port, pathname } = new URL(url)
  if (protocol === 'unix:') return { path: pathname }
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) }
}

/** One command on a connection of its own, which clamd closes after its reply. */
const ask = async (url: string, send: (socket: Socket) => Promise<unknown>) => {
  const socket = connect(addressOf(url))
  let reply = ''
  let failure: unknown = new Error('it hung up')
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    reply = (reply + text).slice(0, maxReply)
  })
  socket.on('error', (error) => {
    failure = error
  })
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('it says nothing')))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // it may have hung up early: then its reply says why
  const sent = send(socket).catch(() => socket.destroy())
  await closed
  await sent
  if (!reply) throw new AntivirusAway(`ClamAV: ${(failure as Error).message}`, { cause: failure })
  return reply.replace(/\0.*$/s, '')
}

/** Bytes as INSTREAM wants them: in chunks, each after its length, with an empty one at the end. */
async function* counted(bytes: Readable, onUnreadable: (error: unknown) => void) {
  const withLength = (chunk: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    return Buffer.concat([length, chunk])
  }
  yield Buffer.from('zINSTREAM\0')
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (chunk.length > 0) yield withLength(chunk)
    }
  } catch (error) {
    onUnreadable(error)
    throw error
  }
  yield withLength(Buffer.alloc(0))
}

const scan = async (url: string, bytes: Readable): Promise<Verdict> => {
  let unreadable: { error: unknown } | undefined
  const note = (error: unknown) => {
    unreadable = { error }
  }
  const reply = await ask(url, (socket) => pipeline(counted(bytes, note), socket, { end: false })).catch((error) => {
    throw unreadable ? unreadable.error : error
  })
  if (reply === 'stream: OK') return { virus: null }
  const virus = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  if (virus) return { virus }
  throw new AntivirusAway(`ClamAV: ${reply}`)
}

const ping = async (url: string) => {
  const reply = await ask(url, async (socket) => socket.write('zPING\0'))
  if (reply !== 'PONG') throw new AntivirusAway(`ClamAV: ${reply}`)
}

/** What Debian's clamd takes: `StreamMaxLength 25M`. */
const defaultMaxSize = 25 * 2 ** 20

/**
 * The daemon of ClamAV at an address such as `tcp://127.0.0.1:3310` or `unix:/run/clamav/clamd.ctl`, by its own
 * protocol (clamd(8), «COMMANDS»). `?max=` is its `StreamMaxLength` in bytes where it is not Debian's: it hangs up on
 * more, and what it says then may be lost with the connection.
 */
export const clamdAt = (url: string): Antivirus => ({
  maxSize: Number(new URL(url).searchParams.get('max') || defaultMaxSize),
  scan: (bytes) => scan(url, bytes),
  ping: () => ping(url),
})

/** What looks for viruses where the configuration names one, else null. */
export const openAntivirus = ({ clamavUrl }: Pick<Config, 'clamavUrl'>): Antivirus | null =>
  clamavUrl === null ? null : clamdAt(clamavUrl)
