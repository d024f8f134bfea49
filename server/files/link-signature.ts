import { createHmac, timingSafeEqual } from 'node:crypto'
import { hourMs } from '#contract/durations.ts'

/** In milliseconds. Links made within the same hour are the same, so that the browser's cache can serve them. */
const stepMs = hourMs
/** A link works at least this many hours: longer than any lesson. */
const hours = 6

/** When a link that is made now expires, in seconds since 1970: in six to seven hours. */
export const linkExpiry = () => ((Math.floor(Date.now() / stepMs) + hours + 1) * stepMs) / 1000

/** Signs what a link leads to, and until when. */
export const signLink = (key: Buffer, subject: string, expires: number) =>
  createHmac('sha256', key).update(`${subject}:${expires}`).digest('base64url')

/** Whether a link was signed with this key. */
export const isSigned = (key: Buffer, subject: string, expires: number, given: string) => {
  // compares the text, not the decoded bytes: several spellings of its last character decode to the same bytes
  const letters = Buffer.from(given)
  const right = Buffer.from(signLink(key, subject, expires))
  return letters.length === right.length && timingSafeEqual(letters, right)
}
