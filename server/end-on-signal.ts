/**
 * Lets a command end by Ctrl+C as it ends by itself: the database that it has started stops, and what it has half written
 * is deleted (`process.on('exit')`). Without it a signal ends a process before either.
 */
export const endOnSignal = () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
}
