import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { waitingDays } from '#server/auth/child-registrations.repo.ts'
import type { Config } from '#server/config.ts'

/** Whom a letter of the outbox is for: nodemailer writes plain addresses as they are. */
const receiver = /^To: (.+)$/im

/** How long letters lie in the outbox, in days: as long as what a child has sent waits for a parent. */
const keptDays = waitingDays

/** Takes out of `DATA_DIR/outbox` what has lain there long enough: nobody who never came back leaves their data there. */
export const forgetOldLetters = async (config: Config) => {
  const outbox = join(config.dataDir, 'outbox')
  const oldest = Date.now() - keptDays * 24 * 60 * 60_000
  const names = await readdir(outbox).catch(() => [])
  for (const name of names) {
    const path = join(outbox, name)
    const file = await stat(path).catch(() => null)
    if (file && file.mtimeMs < oldest) await rm(path, { force: true })
  }
}

/** Takes the letters to these addresses out of `DATA_DIR/outbox`, where they lie on a site without a mail server. */
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
