import { dayText, schoolDay } from '#contract/dates.ts'
import { dayMs } from '#contract/durations.ts'
import { sortDocuments } from '#contract/organisation/document-term.ts'
import { earliestDay, tooEarlyText } from '#contract/organisation/earliest-day.ts'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import type { CheckFault } from '#contract/organisation/self-check.schema.ts'

const year = 365 * dayMs

/** How long before a document's last day curators are warned, in milliseconds: a new one has to be approved by then. */
const warningMs = 30 * dayMs

/** The first day, as 2026-11-23, that is too far ahead for a warning. */
export const warnedBefore = (now: Date) => schoolDay(now.getTime() + warningMs)

/** Files that a reader opens as a document: texts, tables, presentations, and pictures of paper. */
const readable =
  /^(application\/(pdf|msword|rtf|vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-(excel|powerpoint))[\w.+-]*)|text\/(plain|rtf|csv)|image\/(jpeg|png|webp|tiff))$/

const named = (documents: OrganisationDocument[]) => documents.map(({ title }) => `«${title}»`).join(', ')
const withLastDays = (documents: OrganisationDocument[]) =>
  documents.map(({ title, valid_until }) => `«${title}» (до ${dayText(valid_until ?? '')})`).join(', ')

/** What is wrong with the time of required documents: it is over, or soon will be, and no other document follows. */
const termFault = (documents: OrganisationDocument[], now: Date): CheckFault | null => {
  const { current, past } = sortDocuments(documents, schoolDay(now))
  if (current.length === 0 && past.length > 0) {
    const text = `Срок действия вышел: ${withLastDays(past)}. На странице поэтому «отсутствует». Приложите действующий документ.`
    return { text, tone: 'bad' }
  }
  const limit = warnedBefore(now)
  const isEnding = ({ valid_until }: OrganisationDocument) => valid_until !== null && valid_until < limit
  return current.length > 0 && current.every(isEnding)
    ? { text: `Срок действия скоро выйдет: ${withLastDays(current)}. Подготовьте новый документ.`, tone: 'warn' }
    : null
}

const warning = (text: string): CheckFault => ({ text, tone: 'warn' })

/**
 * What is wrong with the documents under a name, whoever signed them: no required one is in force, a day or a
 * signature in the future, a day long before there were schools, a file that is no document, a yearly report that is
 * more than a year old. In Russian; null when nothing is. Skips a document without a day.
 */
export const documentsFault = (
  all: OrganisationDocument[],
  { yearly, required }: Partial<Pick<OrganisationField, 'yearly' | 'required'>>,
  now = new Date(),
): CheckFault | null => {
  const term = required ? termFault(all, now) : null
  if (term?.tone === 'bad') return term
  const documents = all.filter(({ archived_at, replaced_by }) => archived_at === null && replaced_by === null)
  const today = schoolDay(now)
  const early = documents.filter(({ dated_on }) => dated_on !== null && dated_on > today)
  if (early.length > 0) return warning(`Дата документа ещё не наступила: ${named(early)}.`)
  // a document of years ago may have such a day still
  const ancient = documents.filter(({ dated_on, valid_from, valid_until }) =>
    [dated_on, valid_from, valid_until].some((day) => day !== null && day < earliestDay),
  )
  if (ancient.length > 0) return warning(`${tooEarlyText}: ${named(ancient)}.`)
  const signedLater = documents.filter(
    ({ signature }) => signature?.signed_at && Date.parse(signature.signed_at) > +now,
  )
  if (signedLater.length > 0) return warning(`Время подписания ещё не наступило: ${named(signedLater)}.`)
  const foreign = documents.filter(({ file }) => !readable.test(file.type))
  if (foreign.length > 0) return warning(`Это не документ, а файл другого вида: ${named(foreign)}. Приложите PDF.`)
  const days = documents.flatMap(({ dated_on }) => dated_on ?? [])
  const newest = days.toSorted().at(-1)
  return yearly && newest && now.getTime() - Date.parse(newest) > year
    ? warning(`Отчёт старше года: последний от ${dayText(newest)}. Опубликуйте новый.`)
    : term
}
