import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network between a process and its database, which may lose or hold back what is sent. */
export const openDatabaseNetwork = async (databaseUrl: string) => {
  const { searchParams, port, hostname } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  const sockets = new Set<Socket>()
  const database = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    if (isSilent) return void sockets.add(near)
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {})
      one.on('data', (bytes) => isSilent || other.write(bytes))
      one.on('close', () => other.destroy())
      sockets.add(one)
    }
    database.add(far)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(databaseUrl)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    /** The database's address through the network. */
    url: through.href,
    /** Loses whatever is sent, without a word. */
    silence: (silent: boolean) => {
      isSilent = silent
    },
    /** Keeps what the database sends, until it is released. */
    holdBack: () => {
      for (const far of database) far.pause()
    },
    release: () => {
      for (const far of database) far.resume()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
