import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const given = new Set<number>()

const canListen = (port: number) =>
  new Promise<boolean>((resolve, reject) => {
    const probe = createServer()
    const isTaken = ({ code }: NodeJS.ErrnoException) => code === 'EADDRINUSE' || code === 'EACCES'
    probe.once('error', (error) => (isTaken(error) ? resolve(false) : reject(error)))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/**
 * A port that is free now, so that several runs can work side by side. Below those that the system gives to programs
 * that ask for any: another test would get one of those before the site that is starting has opened it.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 30_000)
  if (given.has(port) || !(await canListen(port))) return freePort()
  given.add(port)
  return port
}
