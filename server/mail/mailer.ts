import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Config } from '#server/config.ts'

export interface Letter {
  to: string
  subject: string
  /** Plain text. */
  text: string
}

/** Sends a letter, or throws: its effect is retried later. */
export type Mailer = (letter: Letter) => Promise<void>

/** Timeouts of the mail server, in milliseconds: other effects wait behind the letter that is being sent. */
const timeoutsMs = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 60_000 }

/** By `SMTP_URL`, or into `DATA_DIR/outbox` as `.eml` files when there is none. */
export const createMailer = (config: Config): Mailer => {
  const host = new URL(config.publicUrl).hostname
  const from = {
    name: config.appName,
    address: `no-reply@${isIP(host) === 0 && host.includes('.') ? host : 'localhost.localdomain'}`,
  }
  if (config.smtpUrl) {
    const { smtpUrl: url } = config
    let smtp: Transporter | undefined
    return async (letter) => {
      smtp ??= (await import('nodemailer')).createTransport({ url, ...timeoutsMs })
      await smtp.sendMail({ from, ...letter })
    }
  }
  const outbox = join(config.dataDir, 'outbox')
  return async (letter) => {
    const { createTransport } = await import('nodemailer')
    const files = createTransport({ streamTransport: true, buffer: true })
    const { message } = await files.sendMail({ from, ...letter })
    await mkdir(outbox, { recursive: true })
    const name = join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`)
    await writeFile(`${name}.part`, message as Buffer)
    await rename(`${name}.part`, `${name}.eml`)
  }
}
