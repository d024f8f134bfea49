import { earliestDay, tooEarlyText } from '#contract/organisation/earliest-day.ts'
import { absentText } from '#contract/organisation/registry/registry.ts'
import type { FieldFormat, OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import { isEmail } from '#contract/users/email.ts'
import { elementsOf, type ServedElement, textOf } from '#server/organisation/self-check-markup.ts'

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е').replace(/[.!]$/, '')

/** Phrases by which schools state that there is nothing. */
const nothing =
  /^(сведения )?(отсутству[ею]т|нет|нет сведений|не предусмотрен[аоы]?|не применя[ею]тся|не имеется|[-–—])$/

type Kind = Pick<OrganisationField, 'kind' | 'absent'>

/** Whether a field only states that there is nothing. */
export const isAbsence = (text: string, field: Kind) =>
  text === '' ||
  nothing.test(plain(text)) ||
  plain(text) === plain(absentText(field)) ||
  (field.kind === 'number' && /^0([.,]0+)?$/.test(text))

const hasAddress = (element: ServedElement) =>
  element.attribs.href !== undefined || elementsOf(element, ({ attribs }) => attribs.href !== undefined).length > 0

/** The day of «01.09.2020»; null when the calendar does not have it. */
export const dayOf = (text: string) => {
  const [day, month, year] = text.split('.').map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCDate() === day && date.getUTCMonth() === month - 1 ? date : null
}

/** Whether a day, as 01.09.2020 or 2020-09-01, is before every day that the section may have. */
export const isEarly = (text: string) => (/\d{4}/.exec(text)?.[0] ?? '') < earliestDay.slice(0, 4)

const dateFault = (text: string, now: Date) => {
  if (!/^\d{2}\.\d{2}\.\d{4}$/.test(text)) return 'Дату пишут так: 01.09.2020.'
  if (isEarly(text)) return `${tooEarlyText}: ${text}.`
  const day = dayOf(text)
  if (!day) return `Такого дня нет в календаре: ${text}.`
  return day > now ? `Этот день ещё не наступил: ${text}.` : ''
}

const numberFault = (text: string) => {
  const number = text.replace(/\s/g, '')
  if (!/^-?\d+([.,]\d+)?$/.test(number)) return 'Здесь нужно число.'
  return number.startsWith('-') ? 'Меньше нуля здесь быть не может.' : ''
}

/** One field may contain several addresses or numbers. */
const parts = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** What is wrong with an address of mail, or several; empty when nothing is. */
export const emailFault = (text: string) => {
  const wrong = parts(text).find((part) => !isEmail(part))
  return wrong === undefined ? '' : `Это не похоже на адрес почты: «${wrong}».`
}

/** Min five digits: a short number within a town. An extension may follow: «8 800 000-00-00, доб. 1». */
const phoneFault = (text: string) =>
  (text.match(/\d/g)?.length ?? 0) >= 5 &&
  /^[\d\s()+\-–—.,;/]+((доб|вн|моб|тел|факс)\.?[\d\s()+\-–—.,;/]*)*$/i.test(text)
    ? ''
    : `Это не похоже на номер телефона: «${text}».`

const yearsFault = (text: string) => {
  const years = /^(-?\d+)([.,]\d+)?( *(год|года|лет|г\.|л\.)?)$/.exec(text)?.[1]
  if (years === undefined) return 'Напишите, сколько полных лет, числом.'
  if (text.startsWith('-')) return 'Меньше нуля лет быть не может.'
  return Number(years) > 80 ? `Столько лет не работают: ${text}.` : ''
}

const yearFault = (text: string, now: Date) => {
  const year = /^(\d{4})( ?(г\.?|год))?$/.exec(text)?.[1]
  if (year === undefined) return 'Напишите год четырьмя цифрами.'
  return Number(year) > now.getUTCFullYear() ? `Этот год ещё не наступил: ${year}.` : ''
}

const formatFaults: Record<FieldFormat, (text: string, now: Date) => string> = {
  email: emailFault,
  phone: phoneFault,
  years: yearsFault,
  year: yearFault,
}

/** The fault of a value, in Russian: a wrong form, or one that cannot be true; empty when it is fine. */
export const valueFault = (
  element: ServedElement,
  { kind, format }: Pick<OrganisationField, 'kind' | 'format'>,
  now = new Date(),
) => {
  const text = textOf(element)
  if (format) return formatFaults[format](text, now)
  if (kind === 'date') return dateFault(text, now)
  if (kind === 'number') return numberFault(text)
  if (kind === 'file' && !hasAddress(element)) return 'Здесь нужна ссылка на документ, а стоят только слова.'
  if (kind === 'link' && !hasAddress(element)) return 'Здесь нужна ссылка, а стоят только слова.'
  return ''
}
