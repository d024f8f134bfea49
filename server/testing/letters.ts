import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const fromQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** The text of a letter’s body, read as latin1. */
export const decode = (encoding: string, body: string) => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body
}

/** The letters in an outbox, oldest first: the recipient and the text. */
export const readLetters = async (outbox: string) => {
  // one that is still being written has another name until it is whole
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(
    names.map(async (name) => {
      const [head = '', ...rest] = (await readFile(join(outbox, name), 'latin1')).split('\r\n\r\n')
      const header = (key: string) => new RegExp(`^${key}: (.*)$`, 'im').exec(head)?.[1] ?? ''
      return { name, to: header('to'), text: decode(header('content-transfer-encoding'), rest.join('\r\n\r\n')) }
    }),
  )
}

/** The e-mail and token of a letter's link. */
export const readLink = (text: string) => {
  const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  return { link, token: link.pathname.split('/').at(-1) as string, email: link.searchParams.get('email') as string }
}
