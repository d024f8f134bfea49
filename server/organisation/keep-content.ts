import { z } from 'zod'
import { tooEarlyText } from '#contract/organisation/earliest-day.ts'
import type { ContentRow, FieldValue, OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { registry } from '#contract/organisation/registry/registry.ts'
import type { OrganisationBlock, OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import { cleanLongHtml } from '#server/content/clean-long-html.ts'
import type { Db } from '#server/db/database.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { listDocumentFacts } from '#server/organisation/organisation.repo.ts'
import type { DocumentWithFiles } from '#server/organisation/organisation-documents.repo.ts'
import { documentsNow } from '#server/organisation/present-document.ts'
import { documentIdsIn, documentIdsOf } from '#server/organisation/present-rows.ts'
import { dayOf, emailFault, isEarly } from '#server/organisation/self-check-values.ts'
import type { VisibleValue } from '#server/organisation/visible-values.ts'

const isEmpty = (value: FieldValue) =>
  ('text' in value && value.text === '') || ('refs' in value && value.refs.length === 0)

/** Keeps the fields that the block has in some edition; an emptied one counts as never filled in. */
const keptRow = ({ fields }: OrganisationBlock, { values, ...row }: ContentRow): ContentRow => ({
  ...row,
  values: Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = values[name]
      return value === undefined || isEmpty(value) ? [] : [[name, value]]
    }),
  ),
})

const keptRows = (block: OrganisationBlock, rows: ContentRow[]) => {
  const ids = new Set(rows.map(({ id }) => id))
  if (ids.size < rows.length)
    throw invalid(`blocks.${block.key}`, 'Две строки таблицы названы одинаково. Обновите страницу.')
  return (block.repeated ? rows : rows.slice(0, 1)).map((row) => keptRow(block, row))
}

/** The content of a page as it is kept: clean HTML, and only what the registry defines. */
export const keptContent = async (number: number, content: OrganisationContent): Promise<OrganisationContent> => {
  const [before, after] = await Promise.all([
    cleanLongHtml(content.before, 'organisation'),
    cleanLongHtml(content.after, 'organisation'),
  ])
  const blocks = registry.find((page) => page.number === number)?.blocks ?? []
  return {
    before,
    after,
    blocks: Object.fromEntries(
      blocks.flatMap((block) => {
        const rows = keptRows(block, content.blocks[block.key]?.rows ?? [])
        return rows.length === 0 ? [] : [[block.key, { rows }]]
      }),
    ),
    more: content.more,
  }
}

/** 422 for a reference to a document that the school does not have. */
export const checkDocuments = async (tx: Db, content: OrganisationContent) => {
  const ids = documentIdsIn(content)
  const known = ids.length === 0 ? [] : await listDocumentFacts(tx, ids)
  if (known.length < ids.length) throw invalid('content', 'Одного из документов больше нет. Выберите его заново.')
}

/**
 * 422 for documents from the archive: readers would find nothing in their place. The documents and their replacements
 * must be locked.
 */
export const checkInForce = (visible: VisibleValue[], documents: DocumentWithFiles[]) => {
  const now = documentsNow(documents)
  const titles = new Map(documents.map(({ document }) => [document.id, document.title]))
  const wrong = visible.flatMap(({ value, path }) => {
    const archived = documentIdsOf(value).find((id) => now.of(id) === null)
    if (archived === undefined) return []
    return [{ path, sentence: `Документ «${titles.get(archived) ?? ''}» в архиве: прикрепите действующий` }]
  })
  const [first] = wrong
  if (!first) return
  throw new Refusal('invalid', {
    detail: `${first.sentence}.`,
    fields: Object.fromEntries(wrong.map(({ path, sentence }) => [path, [sentence]])),
  })
}

const isDay = (text: string) => {
  if (/^\d{2}\.\d{2}\.\d{4}$/.test(text)) return dayOf(text) !== null
  return z.iso.date().safeParse(text).success
}

/** What is wrong with a day, as 01.09.2021 or 2021-09-01; null when nothing is. */
const dayFault = (text: string) => {
  if (!isDay(text)) return 'Введите дату, например 01.09.2021'
  return isEarly(text) ? tooEarlyText : null
}

const numberFault = (text: string) => (/^\d[\d\s]*([.,]\d+)?$/.test(text) ? null : 'Введите число, например 120 или 0')

const addressFault = (text: string) =>
  emailFault(text) === '' ? null : 'Введите адрес почты, например school@example.ru'

/** Why a field cannot be published with a value, in Russian; null when it can. */
const formFault = ({ kind, format }: Pick<OrganisationField, 'kind' | 'format'>, value: FieldValue) => {
  if ('refs' in value) return kind === 'number' || kind === 'date' ? 'Здесь нужен текст, а не ссылка' : null
  if (!('text' in value)) return null
  if (kind === 'number') return numberFault(value.text)
  if (kind === 'date') return dayFault(value.text)
  return format === 'email' ? addressFault(value.text) : null
}

/**
 * 422 for invalid numbers, dates and addresses of mail, and for links in place of numbers and dates; a draft may have
 * anything there.
 */
export const checkForms = (visible: VisibleValue[]) => {
  const wrong = visible.flatMap(({ field, value, path }) => {
    const sentence = formFault(field, value)
    return sentence === null ? [] : [{ path, label: field.label, sentence }]
  })
  const [first] = wrong
  if (!first) return
  throw new Refusal('invalid', {
    detail: `${first.label}: ${first.sentence.charAt(0).toLowerCase()}${first.sentence.slice(1)}.`,
    fields: Object.fromEntries(wrong.map(({ path, sentence }) => [path, [sentence]])),
  })
}
