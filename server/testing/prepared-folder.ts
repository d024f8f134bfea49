import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** How long a test waits for one that prepares the folder at the same time, in milliseconds. */
const patience = 100_000

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** True for one of all who ask, in any process, until it deletes the folder. */
const claim = (lock: string) =>
  mkdir(lock).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

/** Keeps owners, as PostgreSQL's folder may be another user's. */
const copy = (from: string, to: string) =>
  process.platform === 'win32' ? cp(from, to, { recursive: true }) : promisify(execFile)('cp', ['-a', `${from}/.`, to])

/** Makes it elsewhere: the database's user may not enter the folder of the run. */
const prepare = async (prepared: string, make: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'praktika-site-'))
  try {
    await make(folder)
    await rename(folder, prepared)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Fills the data folder of a site with a copy of one where the site has started before with its demo school, and has
 * ended: its start then takes a third of the time. `make` starts a site in a folder and ends it, once in a run. What is
 * copied stays in `PREPARED_SITES`, a folder that `npm test` and `npm run bench` make for the run; without it nothing
 * is copied.
 */
export const copyPrepared = async (folder: string, make: (folder: string) => Promise<void>) => {
  const home = process.env.PREPARED_SITES
  if (!home) return
  const [prepared, lock] = [join(home, 'demo'), join(home, 'lock')]
  const deadline = Date.now() + patience
  while (!(await exists(prepared))) {
    if (Date.now() > deadline) return
    if (await claim(lock)) {
      try {
        // somebody may have finished just before
        if (!(await exists(prepared))) await prepare(prepared, make)
      } finally {
        await rm(lock, { recursive: true })
      }
    } else await sleep(100)
  }
  await copy(prepared, folder)
}
