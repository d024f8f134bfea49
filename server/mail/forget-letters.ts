import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

/** Whom a letter of the outbox is for: nodemailer writes plain addresses as they are. */
const receiver = /^To: (.+)$/im

/** Takes the letters to an address out of `DATA_DIR/outbox`, where they lie on a site without a mail server. */
export const forgetLetters = async (config: Config, address: string) => {
  const outbox = join(config.dataDir, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  for (const name of names) {
    const path = join(outbox, name)
    const letter = await readFile(path, 'latin1').catch(() => '')
    if (receiver.exec(letter)?.[1]?.trim().toLowerCase() === address) await rm(path, { force: true })
  }
}
