import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '#contract/durations.ts'
import { waitingDays } from '#server/auth/child-registrations.repo.ts'
import type { Config } from '#server/config.ts'

/** The recipient of a letter in the outbox: nodemailer writes plain addresses as they are. */
const receiver = /^To: (.+)$/im

/** How long letters stay in the outbox, in days: as long as a child's registration waits for a parent. */
const keptDays = waitingDays

/** Deletes old letters from `DATA_DIR/outbox`, so that the data of people who never came back do not stay there. */
export const forgetOldLetters = async (config: Config) => {
  const outbox = join(config.dataDir, 'outbox')
  const oldest = Date.now() - keptDays * dayMs
  const names = await readdir(outbox).catch(() => [])
  for (const name of names) {
    const path = join(outbox, name)
    const file = await stat(path).catch(() => null)
    if (file && file.mtimeMs < oldest) await rm(path, { force: true })
  }
}

/**
 * Deletes the letters to these addresses from `DATA_DIR/outbox`, where they are kept on a site without a mail server.
 */
export const forgetLetters = async (config: Config, addresses: string[]) => {
  if (addresses.length === 0) return
  const outbox = join(config.dataDir, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  for (const name of names) {
    const path = join(outbox, name)
    const letter = await readFile(path, 'latin1').catch(() => '')
    const to = receiver.exec(letter)?.[1]?.trim().toLowerCase()
    if (to !== undefined && addresses.includes(to)) await rm(path, { force: true })
  }
}
