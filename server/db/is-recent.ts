import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Whether a process has given its last sign of life within `silence`. One in the future was given while the clock was
 * ahead: a process that is alive has given another one since.
 */
export const isRecent = (sign: SQLWrapper, silence: SQL) =>
  sql<boolean>`${sign} between now() - ${silence} and now() + ${silence}`
