import type { FastifyBaseLogger } from 'fastify'

/**
 * Logs a failure without the parameters of the query that failed: they are people's names, addresses and texts, and
 * drizzle writes them into its message.
 */
export const logFailure = (log: Pick<FastifyBaseLogger, 'error'>, error: unknown) => {
  if (!(error instanceof Error && 'params' in error)) return log.error(error)
  const { cause, message, stack, query } = error as Error & { query?: string }
  const reason = cause instanceof Error ? cause.message : 'unknown'
  log.error({ err: { message: reason, stack: stack?.replace(message, () => reason), query } }, reason)
}
