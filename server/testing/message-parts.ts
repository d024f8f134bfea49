const fromQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const decode = (encoding: string, body: string) => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body
}

/** A header of a letter or of a part, unfolded; empty without one. */
export const headerOf = (message: string, key: string) => {
  const head = (message.split('\r\n\r\n', 1)[0] ?? '').replace(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${key}: (.*)$`, 'im').exec(head)?.[1] ?? ''
}

/** A part of a letter without parts of its own. */
export interface LetterPart {
  /** `text/plain`. */
  type: string
  encoding: string
  /** Read as latin1, as sent. */
  body: string
}

/** The parts of a letter, read as latin1; one without parts is its own. */
export const partsOf = (message: string): LetterPart[] => {
  const body = message.slice(message.indexOf('\r\n\r\n') + 4)
  const type = headerOf(message, 'content-type')
  const boundary = /^multipart\/.*boundary="([^"]+)"/i.exec(type)?.[1]
  if (boundary === undefined) {
    return [{ type: type.split(';')[0] ?? '', encoding: headerOf(message, 'content-transfer-encoding'), body }]
  }
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
}

/** The text of a part. */
export const textOf = ({ encoding, body }: LetterPart) => decode(encoding, body)
