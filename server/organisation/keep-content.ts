import { z } from 'zod'
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
import { dayOf, emailFault } from '#server/organisation/self-check-values.ts'
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

const forms = {
  number: { test: (text: string) => /^\d[\d\s]*([.,]\d+)?$/.test(text), sentence: 'Введите число, например 120 или 0' },
  date: { test: isDay, sentence: 'Введите дату, например 01.09.2021' },
  email: {
    test: (text: string) => emailFault(text) === '',
    sentence: 'Введите адрес почты, например school@example.ru',
  },
}

/** The form that a field must have to be published; null for one that takes any text. */
const formOf = ({ kind, format }: Pick<OrganisationField, 'kind' | 'format'>) => {
  if (kind === 'number' || kind === 'date') return forms[kind]
  return format === 'email' ? forms.email : null
}

/** 422 for invalid numbers, dates and addresses of mail; a draft may have any text in their place. */
export const checkForms = (visible: VisibleValue[]) => {
  const wrong = visible.flatMap(({ field, value, path }) => {
    const form = formOf(field)
    if (!form || !('text' in value) || form.test(value.text)) return []
    return [{ path, label: field.label, sentence: form.sentence }]
  })
  const [first] = wrong
  if (!first) return
  throw new Refusal('invalid', {
    detail: `${first.label}: ${first.sentence.charAt(0).toLowerCase()}${first.sentence.slice(1)}.`,
    fields: Object.fromEntries(wrong.map(({ path, sentence }) => [path, [sentence]])),
  })
}
