import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster, isPostmaster } from '#server/db/postgres-process.ts'

/**
 * Kills the embedded database of a site, and keeps it from starting, until what it returns is called. `folder` is the
 * site's own.
 */
export const takeDatabaseAway = async (folder: string) => {
  const cluster = join(folder, 'postgres')
  const control = join(cluster, 'global', 'pg_control')
  await rename(control, `${control}.aside`)
  const pid = findPostmaster(cluster)?.pid
  if (pid) process.kill(pid, 'SIGKILL')
  while (pid && isPostmaster(pid, cluster)) await sleep(20)
  return () => rename(`${control}.aside`, control)
}
