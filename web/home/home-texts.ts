import { dayMs } from '#contract/durations.ts'
import { formatNumber } from '#contract/format-number.ts'
import { plural } from '#contract/plural.ts'

/** «Доброе утро», by the reader's own clock; «доброй ночи» would send them to bed. */
export const greeting = (now = new Date()) => {
  const hour = now.getHours()
  if (hour < 5) return 'Здравствуйте'
  if (hour < 12) return 'Доброе утро'
  return hour < 18 ? 'Добрый день' : 'Добрый вечер'
}

const numerals = {
  f: ['', 'одна', 'две', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
  m: ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
}

/** A small number in words, as people say it. */
const numeral = (count: number, gender: 'f' | 'm') => numerals[gender][count] ?? formatNumber(count)

const weekMs = 7 * dayMs

/** One sentence about what waits for a student. */
export const studentSummary = (
  { overdue, returned, submitted, due }: { overdue: number; returned: number; submitted: number; due: string[] },
  now = new Date(),
) => {
  const soon = due.filter((moment) => {
    const left = new Date(moment).getTime() - now.getTime()
    return left > 0 && left < weekMs
  }).length
  const parts = [
    overdue > 0 &&
      `${numeral(overdue, 'f')} ${plural(overdue, 'работа', 'работы', 'работ')} ${plural(overdue, 'просрочена', 'просрочены', 'просрочено')}`,
    returned > 0 &&
      `${numeral(returned, 'f')} ${plural(returned, 'работа вернулась', 'работы вернулись', 'работ вернулось')}`,
    soon > 0 && `${numeral(soon, 'm')} ${plural(soon, 'срок', 'срока', 'сроков')} в ближайшие семь дней`,
    submitted > 0 && `${numeral(submitted, 'f')} ${plural(submitted, 'работа', 'работы', 'работ')} на проверке`,
  ].filter((part) => part !== false)
  const sentence = parts.join(', ')
  return sentence
    ? sentence[0]?.toUpperCase() + sentence.slice(1)
    : 'Ничего не ждёт ответа: самое время для нового урока'
}

/** One sentence about what waits for a teacher. */
export const staffSummary = (waiting: number, { questions, extensions }: { questions: number; extensions: number }) => {
  const parts = [
    waiting > 0
      ? `${numeral(waiting, 'f')} ${plural(waiting, 'работа ждёт', 'работы ждут', 'работ ждут')} проверки`
      : 'все работы проверены',
    questions > 0 && `${numeral(questions, 'm')} ${plural(questions, 'вопрос', 'вопроса', 'вопросов')} без ответа`,
    extensions > 0 && `${numeral(extensions, 'f')} ${plural(extensions, 'просьба', 'просьбы', 'просьб')} продлить срок`,
  ]
  const sentence = parts.filter((part) => part !== false).join(', ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const startOfDay = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()

/** How much time is left until a due date: «завтра до 23:59», «через 5 дней». */
export const dueIn = (moment: string, time: string, now = new Date()) => {
  const due = new Date(moment)
  if (due < now) return 'срок прошёл'
  const days = Math.round((startOfDay(due) - startOfDay(now)) / dayMs)
  if (days === 0) return `сегодня до ${time}`
  if (days === 1) return `завтра до ${time}`
  return `через ${formatNumber(days)} ${plural(days, 'день', 'дня', 'дней')}`
}

/** «сегодня», «вчера», «3 дня назад». */
export const daysAgo = (moment: string, now = new Date()) => {
  const days = Math.round((startOfDay(now) - startOfDay(new Date(moment))) / dayMs)
  if (days <= 0) return 'сегодня'
  if (days === 1) return 'вчера'
  return `${formatNumber(days)} ${plural(days, 'день', 'дня', 'дней')} назад`
}
