import { moscowOffsetMs, schoolDayText } from '#contract/dates.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { Family, FamilyChild, FamilyTask } from '#contract/family/family.schema.ts'
import { formatNumber } from '#contract/format-number.ts'
import { quizName } from '#contract/journal/quiz-name.ts'
import { pathTo } from '#contract/pages.ts'
import { newToken } from '#server/auth/open-session.ts'
import { safeName } from '#server/auth/parent-letters.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, type EffectHandlers, type EffectPayloads } from '#server/effects/effects.ts'
import { findLettersSince, hasFamilyLink, insertFamilyLink } from '#server/family/family.repo.ts'
import { loadFamily } from '#server/family/load-family.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import type { Mailer } from '#server/mail/mailer.ts'

/** How long the link in a weekly letter works, in days; the first one lasts. */
const newsLinkDays = 90

/** The next Friday at 17:00 in Moscow, when a week of school is over. */
export const nextLetterAt = (now: Date) => {
  const moscow = new Date(now.getTime() + moscowOffsetMs)
  const next = new Date(moscow)
  next.setUTCHours(17, 0, 0, 0)
  next.setUTCDate(next.getUTCDate() + ((5 - next.getUTCDay() + 7) % 7))
  if (next <= moscow) next.setUTCDate(next.getUTCDate() + 7)
  return new Date(next.getTime() - moscowOffsetMs).toISOString()
}

/** The family as a parent may see it now; null when nothing is left to see. */
const findFamily = async (db: Db, email: string) => {
  try {
    return await loadFamily(db, email)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Makes a link in the transaction of its letter, so that no token is ever kept. */
const openLink = async (db: Db, config: Config, email: string, expires_at: string | null) => {
  const token = newToken()
  await insertFamilyLink(db, { token_hash: hashToken(token), email, expires_at })
  return `${config.publicUrl}${pathTo('family', { token })}`
}

const named = ({ name, surname }: FamilyChild) => safeName(name, surname) ?? 'ребёнок'

const sendFamilyLetter = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { email, renewed }: EffectPayloads['family-letter'],
) => {
  if (renewed && !(await hasFamilyLink(db, email))) return
  const family = await findFamily(db, email)
  if (!family) return
  const link = await openLink(db, config, email, null)
  await mailer({
    to: email,
    subject: `${config.appName}: страница для родителей`,
    text: [
      'Здравствуйте!',
      `${renewed ? 'Вы попросили новую ссылку на страницу для родителей. Там' : 'Школа открыла для вас страницу, на которой'} видно, как идёт учёба: оценки, сроки, пропуски и ответы учителей. На ней: ${family.children.map(named).join(', ')}.`,
      link,
      renewed
        ? 'Входить для этого не нужно. Прежняя ссылка тоже работает. Если письмо с ней попало в чужие руки, попросите школу её отменить.'
        : 'Входить для этого не нужно. Ссылка постоянная: сохраните письмо и никому его не пересылайте. Если письмо потеряется, новую ссылку можно попросить на этой же странице.',
      'На этой же странице можно включить письмо с новостями раз в неделю.',
    ].join('\n\n'),
  })
}

/** «, 8 из 10», «, 4»; nothing without a mark. */
const markIn = ({ score, max_score, mark }: FamilyTask) => {
  if (score === null) return ''
  return `, ${mark ?? `${formatNumber(score)}${max_score === null ? '' : ` из ${formatNumber(max_score)}`}`}`
}

const comment = (text: string | undefined) => (text ? `. ${text}` : '')

const outcomes = { accepted: 'принято', returned: 'вернули на доработку' }

/** What the verdict was: the status of the task may be another by now. */
const verdictLine = (task: FamilyTask) => {
  const outcome = task.verdict ? outcomes[task.verdict.outcome] : ''
  return `«${task.lesson}»: ${outcome}${markIn(task)}${comment(task.verdict?.comment)}`
}

/** What has come into the journal: a mark without a hand-in, an absence, a comment, the result of a quiz. */
const journalLine = (task: FamilyTask) => {
  const day = task.held_on ? ` (${schoolDayText(task.held_on)})` : ''
  const facts = task.absent ? ', пропуск («н»)' : task.held_on || task.quiz ? markIn(task) : ''
  return `«${task.lesson}»${task.quiz ? `: ${quizName(task.quiz)}` : ''}${day}${facts}${comment(task.note)}`
}

const list = (title: string, lines: string[]) =>
  lines.length === 0 ? [] : [[title, ...lines.map((line) => `— ${line}`)].join('\n')]

const inDays = (now: Date, days: number) => new Date(now.getTime() + days * dayMs).toISOString()

/**
 * What a child's days had since `from`, by default the last seven, and the next seven ask for; empty when there is
 * nothing to write about.
 */
export const newsOf = ({ courses }: FamilyChild, now: Date, from = inDays(now, -7)): string[] => {
  const [at, to] = [now.toISOString(), inDays(now, 7)]
  const tasks = courses.flatMap(({ tasks }) => tasks)
  const isNew = (moment: string | null | undefined) => moment != null && moment > from
  const waits = ({ status, score, absent }: FamilyTask) => status === null && score === null && !absent
  return [
    ...list('Учителя ответили:', tasks.filter(({ verdict }) => isNew(verdict?.at)).map(verdictLine)),
    ...list(
      'В журнале:',
      tasks
        .filter(({ absent, note, held_on, quiz, score, noted_at }) => {
          const hasNews = absent || note !== '' || ((held_on !== null || quiz !== null) && score !== null)
          return hasNews && isNew(noted_at)
        })
        .map(journalLine),
    ),
    ...list(
      'Не сдано в срок:',
      tasks
        .filter(({ overdue }) => overdue)
        .map(({ lesson, due_at }) => `«${lesson}», до ${schoolDayText(due_at ?? at)}`),
    ),
    ...list(
      'Сдать на следующей неделе:',
      tasks
        .filter((task) => waits(task) && task.due_at !== null && task.due_at > at && task.due_at <= to)
        .map(({ lesson, due_at }) => `«${lesson}», до ${schoolDayText(due_at ?? at)}`),
    ),
  ]
}

const writeNews = ({ children }: Family, now: Date, from: string | undefined) =>
  children.flatMap((child) => {
    const news = newsOf(child, now, from)
    return [
      children.length > 1 ? `${named(child).toUpperCase()}` : '',
      ...(news.length > 0 ? news : ['Новостей за неделю нет.']),
    ]
  })

const sendNews = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { email, since, from }: EffectPayloads['family-news'],
) => {
  // the parent does not want letters any more, or has started them again since
  if ((await findLettersSince(db, email)) !== since) return
  const now = new Date()
  // a letter may be late: the next one begins where this one ends. By a clock that is behind the database's it may be
  // early, too, and is not sent again some moments later
  const next = nextLetterAt(new Date(now.getTime() + hourMs))
  await addEffect(db, 'family-news', { email, since, from: now.toISOString() }, next)
  const family = await findFamily(db, email)
  // nothing to see this week: a child who is let in again has news later
  if (!family) return
  const link = await openLink(db, config, email, inDays(now, newsLinkDays))
  await mailer({
    to: email,
    subject: `${config.appName}: новости за неделю`,
    text: [
      'Здравствуйте!',
      ...writeNews(family, now, from).filter(Boolean),
      `Подробности — на странице для родителей:\n${link}`,
      'Не хотите таких писем? Их можно выключить там же.',
    ].join('\n\n'),
    unsubscribe: link,
  })
}

/** Letters to parents: with their link, and the weekly one. */
export const familyEffects = (
  config: Config,
  mailer: Mailer,
): Pick<EffectHandlers, 'family-letter' | 'family-news'> => ({
  'family-letter': (db, letter) => sendFamilyLetter(db, config, mailer, letter),
  'family-news': (db, letter) => sendNews(db, config, mailer, letter),
})
