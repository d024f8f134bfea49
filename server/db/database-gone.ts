/**
 * The database is unavailable: connection refused or broken, shutting down, starting up, out of connections, or for
 * reading only, as a standby is until it takes over.
 */
const goneCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|08\w{3}|53300|25006)$/

/** The same as the driver's message, where it gives no code. */
const goneMessages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|(connection error|was closed) and is not queryable|after calling end on the pool/

/** Codes of an error and of its causes, since drizzle wraps the driver's errors. */
export const codesOf = (error: unknown): string[] =>
  error instanceof Error ? [String((error as NodeJS.ErrnoException).code ?? ''), ...codesOf(error.cause)] : []

/** Whether something failed because the database is away: later it may well succeed. */
export const isDatabaseGone = (error: unknown) =>
  error instanceof Error &&
  (codesOf(error).some((code) => goneCodes.test(code)) || goneMessages.test(`${error.message} ${error.cause}`))
