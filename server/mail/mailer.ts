import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Config } from '#server/config.ts'
import { letterHtml, logoCid } from '#server/mail/letter-html.ts'
import type { LetterSender } from '#server/mail/letter-sender.ts'
import { smtpOptions } from '#server/mail/smtp-options.ts'

export interface Letter {
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The address that stops such letters at one click (RFC 8058); letters that nobody can stop have none. */
  unsubscribe?: string
}

/** The recipient's mail server has refused the address for good (RFC 5321, 5yz to RCPT): sending again is useless. */
export class AddressRefused extends Error {
  to: string

  constructor(to: string, cause: unknown) {
    super(`refused: ${String(cause)}`, { cause })
    this.to = to
  }
}

/** Statuses (RFC 3463): any at all, and those of a mailbox or a domain that is not there or takes nothing. */
const status = /^\d{3}[ -]5\.\d+\.\d+/
const mailboxStatus = /^\d{3}[ -]5\.(?:1\.(?:[0-6]|10)|2\.\d+|4\.(?:1|4|310))(?!\d)/

/**
 * Whether the answer is about the recipient, not about us: our sender, our password, our network or our letter. Many
 * servers say all of that only now, when a recipient is named, and would then refuse everybody.
 */
const isAddressRefused = (error: unknown) => {
  const {
    command,
    responseCode = 0,
    response = '',
  } = error as Partial<Record<'command' | 'response', string>> & {
    responseCode?: number
  }
  if (command !== 'RCPT TO' || responseCode < 500 || responseCode === 530) return false
  // some give this the status of a forbidden letter
  if (/no such user|user unknown|unknown user/i.test(response)) return true
  return status.test(response) ? mailboxStatus.test(response) : !/relay|sender/i.test(response)
}

/** The headers by which a mail program stops letters (RFC 8058). */
const headersOf = (unsubscribe: string | undefined) =>
  unsubscribe === undefined
    ? {}
    : {
        headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }

/**
 * The HTML part, which only a logo needs: it is in the letter itself, so that it is shown without a request that mail
 * programs block, and for as long as the letter is kept (record 0103).
 */
const htmlOf = (text: string, sender: LetterSender) =>
  sender.logo === null
    ? {}
    : {
        html: letterHtml(text, sender),
        attachments: [
          {
            filename: 'logo.png',
            contentType: 'image/png',
            content: sender.logo.png,
            cid: logoCid,
            contentDisposition: 'inline' as const,
          },
        ],
      }

/** As the library takes it. */
const messageOf = ({ unsubscribe, text, ...letter }: Letter, sender: LetterSender, address: string) => ({
  ...letter,
  from: { name: sender.title, address },
  // the line above a signature (RFC 3676)
  text: sender.name ? `${text}\n\n-- \n${sender.name}` : text,
  ...htmlOf(text, sender),
  ...headersOf(unsubscribe),
})

/** Sends a letter, or throws: it is sent again later, unless it was an `AddressRefused`. */
export type Mailer = (letter: Letter) => Promise<void>

/** Timeouts of the mail server, in milliseconds: other effects wait behind the letter that is being sent. */
const timeoutsMs = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 60_000 }

/**
 * How long a mail server that has fallen silent is left alone, in milliseconds: with a timeout for each of the letters
 * to a whole school, everything else would wait for hours.
 */
const restMs = 30_000

/**
 * Whether it was waited for in vain. A connection that is refused takes no time, and one that falls silent over a letter
 * says nothing of the others.
 */
const isSilence = (error: unknown) => {
  const { code = '', timeoutType } = error as NodeJS.ErrnoException & { timeoutType?: string }
  return ['ETIMEDOUT', 'EDNS'].includes(code) && timeoutType !== 'SOCKET_TIMEOUT'
}

/**
 * By `SMTP_URL`, or into `DATA_DIR/outbox` as `.eml` files when there is none. `loadSender`: whose letters they are;
 * the site's own unless given.
 */
export const createMailer = (
  config: Config,
  loadSender: () => Promise<LetterSender> = async () => ({ title: config.appName, name: '', logo: null }),
): Mailer => {
  const host = new URL(config.publicUrl).hostname
  const from = `no-reply@${isIP(host) === 0 && host.includes('.') ? host : 'localhost.localdomain'}`
  if (config.smtpUrl) {
    const { smtpUrl: url } = config
    let smtp: Transporter | undefined
    let silence: { error: unknown; until: number } | null = null
    return async (letter) => {
      if (silence && performance.now() < silence.until) throw silence.error
      smtp ??= (await import('nodemailer')).createTransport({ ...smtpOptions(url), ...timeoutsMs })
      const message = messageOf(letter, await loadSender(), from)
      await smtp.sendMail(message).catch((error) => {
        if (isSilence(error)) silence = { error, until: performance.now() + restMs }
        throw isAddressRefused(error) ? new AddressRefused(letter.to, error) : error
      })
    }
  }
  const outbox = join(config.dataDir, 'outbox')
  return async (letter) => {
    const { createTransport } = await import('nodemailer')
    const files = createTransport({ streamTransport: true, buffer: true })
    const { message } = await files.sendMail(messageOf(letter, await loadSender(), from))
    await mkdir(outbox, { recursive: true })
    const name = join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`)
    await writeFile(`${name}.part`, message as Buffer)
    await rename(`${name}.part`, `${name}.eml`)
  }
}
