import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A database as it is reached through the relay. */
export interface CountedDatabase {
  url: string
  /** How many statements have gone to it so far. */
  count: () => number
  stop: () => Promise<void>
}

/** Messages that run a statement: a simple query, and the execution of a prepared one. */
const statements = new Set(['Q'.charCodeAt(0), 'E'.charCodeAt(0)])

/**
 * Reads the heads of the messages that a client of PostgreSQL sends, however they are cut; calls back for statements.
 */
const createReader = (onStatement: () => void) => {
  let head: number[] = []
  let left = 0
  // the first message has no letter
  let headLength = 4
  return (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const step = Math.min(left, chunk.length - at)
        left -= step
        at += step
        continue
      }
      head.push(chunk[at] as number)
      at += 1
      if (head.length < headLength) continue
      if (headLength === 5 && statements.has(head[0] as number)) onStatement()
      left = Buffer.from(head.slice(-4)).readUInt32BE() - 4
      head = []
      headLength = 5
    }
  }
}

/** Where a database is reached: by a socket in a folder, or over the network. */
const addressOf = (databaseUrl: string) => {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  return folder ? { path: join(folder, `.s.PGSQL.${port}`) } : { host: hostname, port: Number(port), noDelay: true }
}

/** Passes everything on to a database, and counts the statements that are sent to it. */
export const countQueries = async (databaseUrl: string): Promise<CountedDatabase> => {
  let count = 0
  const sockets = new Set<Socket>()
  const target = addressOf(databaseUrl)
  const server = createServer({ noDelay: true }, (client) => {
    const database = connect(target)
    const read = createReader(() => {
      count += 1
    })
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        for (const other of [client, database]) other.destroy()
      })
    }
    client.on('data', read)
    client.pipe(database)
    database.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return { url: url.href, count: () => count, stop }
}
