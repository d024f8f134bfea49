import { createHmac, timingSafeEqual } from 'node:crypto'
import { pathTo } from '#contract/pages.ts'
import { plural } from '#contract/plural.ts'
import type { Config } from '#server/config.ts'
import { plainTextOf } from '#server/content/plain-text.ts'
import { shortened } from '#server/content/shortened.ts'
import { textWithLines } from '#server/content/text-with-lines.ts'
import type { Recipient } from '#server/mail/letter-recipient.ts'
import type { Letter } from '#server/mail/mailer.ts'
import type { DueRow } from '#server/notifications/deliveries.repo.ts'
import { notificationAddress } from '#server/notifications/notification-address.ts'

/** What a letter about an event says, without its greeting and its end. */
export interface EventLetter {
  subject: string
  paragraphs: string[]
}

/** Max events that a letter lists; the rest is on the site. */
const maxListed = 50
/** Max length of a quoted text, in characters. */
const maxQuote = 2000

/** «21 новое уведомление», «3 новых уведомления». */
export const countedNews = (count: number) =>
  `${count} ${plural(count, 'новое уведомление', 'новых уведомления', 'новых уведомлений')}`

/** What happened, in one line of plain text. */
export const headlineOf = ({ notification }: DueRow) => plainTextOf(notification.title)

/** The same up to the end of a word, so that no address is cut. */
const shortenedText = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max).replace(/\s*\S*$/, '')}…` : text

const commentOf = ({ notification }: DueRow) => notification.comment ?? ''

const writeOne = (config: Config, row: DueRow): EventLetter => {
  const { announcement } = row
  const text = announcement ? textWithLines(announcement.content, config.publicUrl, maxQuote) : commentOf(row)
  const quote = shortenedText(text, maxQuote)
  return {
    subject: `${config.appName}: ${shortened(headlineOf(row), 150)}`,
    paragraphs: [
      `${headlineOf(row)}.`.replace(/([.!?…])\.$/, '$1'),
      ...(quote ? [quote] : []),
      `Открыть:\n${config.publicUrl}${notificationAddress(row)}`,
    ],
  }
}

const writeMany = (config: Config, rows: DueRow[]): EventLetter => ({
  subject: `${config.appName}: ${countedNews(rows.length)}`,
  paragraphs: [
    'Вот что произошло:',
    ...rows.slice(0, maxListed).map((row) => {
      const text = row.announcement ? plainTextOf(row.announcement.content) : commentOf(row).replace(/\s+/g, ' ')
      const quote = shortenedText(text, 300)
      return [`— ${headlineOf(row)}`, ...(quote ? [quote] : []), config.publicUrl + notificationAddress(row)].join('\n')
    }),
    ...(rows.length > maxListed ? [`И ещё ${rows.length - maxListed} — на сайте:\n${config.publicUrl}`] : []),
  ],
})

/** One letter about all of these events. */
export const writeEvents = (config: Config, rows: DueRow[]) =>
  rows.length === 1 && rows[0] ? writeOne(config, rows[0]) : writeMany(config, rows)

const sign = (key: Buffer, userId: number) =>
  createHmac('sha256', key).update(`unsubscribe:${userId}`).digest('base64url')

/** The token of a person's links that stop letters; it works for as long as the account exists. */
export const unsubscribeToken = (key: Buffer, userId: number) => `${userId}.${sign(key, userId)}`

/** The person whose token it is; null for any other text. */
export const readUnsubscribeToken = (key: Buffer, token: string) => {
  const [, id = '', given = ''] = /^(\d{1,9})\.([\w-]{1,100})$/.exec(token) ?? []
  const [letters, right] = [Buffer.from(given), Buffer.from(sign(key, Number(id)))]
  return letters.length === right.length && timingSafeEqual(letters, right) ? Number(id) : null
}

/** The whole letter: greeting, events, and how to choose or stop letters, also by the button of a mail program. */
export const wholeLetter = (
  config: Config,
  person: { name: string },
  { to, preface }: Recipient,
  { subject, paragraphs }: EventLetter,
  token: string,
): Letter => {
  const stop = config.publicUrl + pathTo('unsubscribe', { token })
  return {
    to,
    subject,
    text: [
      ...preface,
      `Здравствуйте, ${person.name}!`,
      ...paragraphs,
      `Не хотите таких писем? Выберите, что и когда присылать, в своём профиле:\n${config.publicUrl}${pathTo('profile', {}, {}, 'notification-settings')}`,
      `Или отпишитесь от всех сразу:\n${stop}`,
    ].join('\n\n'),
    unsubscribe: stop,
  }
}
