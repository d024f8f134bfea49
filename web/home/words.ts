import { plural } from '#web/ui/plural.ts'

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
const numeral = (count: number, gender: 'f' | 'm') => numerals[gender][count] ?? count.toLocaleString('ru')

const week = 7 * 24 * 3_600_000

/** One sentence about what waits for a student. */
export const studentSummary = (
  { returned, submitted, due }: { returned: number; submitted: number; due: string[] },
  now = new Date(),
) => {
  const soon = due.filter((moment) => {
    const left = new Date(moment).getTime() - now.getTime()
    return left > 0 && left < week
  }).length
  const parts = [
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
export const staffSummary = (waiting: number) => {
  if (waiting === 0) return 'Все работы проверены'
  const count = numeral(waiting, 'f').toString()
  return `${count[0]?.toUpperCase()}${count.slice(1)} ${plural(waiting, 'работа ждёт', 'работы ждут', 'работ ждут')} проверки`
}

const day = 24 * 3_600_000
const startOfDay = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()

/** How much time is left until a due date: «завтра до 23:59», «через 5 дней». */
export const dueIn = (moment: string, time: string, now = new Date()) => {
  const due = new Date(moment)
  if (due < now) return 'срок прошёл'
  const days = Math.round((startOfDay(due) - startOfDay(now)) / day)
  if (days === 0) return `сегодня до ${time}`
  if (days === 1) return `завтра до ${time}`
  return `через ${days.toLocaleString('ru')} ${plural(days, 'день', 'дня', 'дней')}`
}

/** «сегодня», «вчера», «3 дня назад». */
export const daysAgo = (moment: string, now = new Date()) => {
  const days = Math.round((startOfDay(now) - startOfDay(new Date(moment))) / day)
  if (days <= 0) return 'сегодня'
  if (days === 1) return 'вчера'
  return `${days.toLocaleString('ru')} ${plural(days, 'день', 'дня', 'дней')} назад`
}
