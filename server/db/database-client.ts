import { readFileSync } from 'node:fs'
import pg from 'pg'

/** The files that addresses of the database were read from, by address. */
const files = new Map<string, string>()

/**
 * From now on, connections to these addresses take their user and password from the files, as they are at that moment.
 */
export const setDatabaseFiles = (given: ReadonlyMap<string, string>) => {
  for (const [url, path] of given) files.set(url, path)
}

const credentials = ['user', 'password']

/** An address without the user and password in it. */
const placeOf = (text: string) => {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  for (const name of credentials) url.searchParams.delete(name)
  return url.href
}

/**
 * The address as its file has it now. Where that leads elsewhere or cannot be read, the one of the start: for another
 * database the site is restarted.
 */
const currentUrl = (url: string) => {
  const path = files.get(url)
  if (path === undefined) return url
  try {
    const now = readFileSync(path, 'utf8').trimEnd()
    return placeOf(now) === placeOf(url) ? now : url
  } catch {
    return url
  }
}

/**
 * How long a connection is quiet before the system asks whether the other machine is still there, in milliseconds;
 * without a response it breaks ten seconds later. The system's own wait is two hours.
 */
const keepAliveDelayMs = 60_000

/**
 * A connection to the database. Its password, and the certificate that its address names, are read when it connects, so
 * that an operator replaces them without a restart. It breaks when the machine of the database is gone without a word,
 * even for those that wait long, such as a copy of the database.
 */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    const { connectionString: url } = config
    const lasting = { keepAlive: true, keepAliveInitialDelayMillis: keepAliveDelayMs, ...config }
    super(url === undefined ? lasting : { ...lasting, connectionString: currentUrl(url) })
  }
}
