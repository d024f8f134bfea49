import { schoolDay } from '#contract/dates.ts'
import { dayMs } from '#contract/durations.ts'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationField } from '#contract/organisation/registry/registry.types.ts'

const year = 365 * dayMs

/** Files that a reader opens as a document: texts, tables, presentations, and pictures of paper. */
const readable =
  /^(application\/(pdf|msword|rtf|vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-(excel|powerpoint))[\w.+-]*)|text\/(plain|rtf|csv)|image\/(jpeg|png|webp|tiff))$/

const named = (documents: OrganisationDocument[]) => documents.map(({ title }) => `«${title}»`).join(', ')

/**
 * What is wrong with the documents under a name, whoever signed them: a day in the future, a file that is no document,
 * a yearly report that is more than a year old. In Russian; empty when nothing is. Skips a document without a day.
 */
export const documentsFault = (
  all: OrganisationDocument[],
  { yearly }: Pick<OrganisationField, 'yearly'>,
  now = new Date(),
): string => {
  const documents = all.filter(({ archived_at, replaced_by }) => archived_at === null && replaced_by === null)
  const today = schoolDay(now)
  const early = documents.filter(({ dated_on }) => dated_on !== null && dated_on > today)
  if (early.length > 0) return `Дата документа ещё не наступила: ${named(early)}.`
  const foreign = documents.filter(({ file }) => !readable.test(file.type))
  if (foreign.length > 0) return `Это не документ, а файл другого вида: ${named(foreign)}. Приложите PDF.`
  const days = documents.flatMap(({ dated_on }) => dated_on ?? [])
  const newest = days.toSorted().at(-1)
  return yearly && newest && now.getTime() - Date.parse(newest) > year
    ? `Отчёт старше года: последний от ${newest.split('-').toReversed().join('.')}. Опубликуйте новый.`
    : ''
}
