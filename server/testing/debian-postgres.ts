import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresBinaries } from '#server/db/postgres-binaries.ts'

/** The programs of Debian's PostgreSQL of a version; null where it is not installed. */
export const debianPostgres = (version: number): PostgresBinaries | null => {
  const bin = `/usr/lib/postgresql/${version}/bin`
  if (!existsSync(join(bin, 'postgres'))) return null
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    pgCtl: join(bin, 'pg_ctl'),
    // before 18 the search for words takes the letters from here
    locale: ['--locale=C.UTF-8'],
  }
}
