import { schoolDay } from '#contract/dates.ts'
import { sortDocuments } from '#contract/organisation/document-term.ts'
import type { OrganisationDocument, OrganisationPage, ShownValue } from '#contract/organisation/organisation.schema.ts'
import { absentText, registryPage } from '#contract/organisation/registry/registry.ts'
import type { OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import type { Sheet } from '#server/journal/journal-sheet.ts'

/** A value as a table cell, as on the page: its text, its links with full addresses, and the note that explains it. */
const cellOf = (field: OrganisationField, { text, links, documents, note }: ShownValue, publicUrl: string) => {
  const whole = (url: string) => (url.startsWith('/') ? publicUrl + url : url)
  const lead = ({ title, url }: { title: string; url: string }) => `${title}: ${whole(url)}`
  const leadToFile = ({ title, file }: OrganisationDocument) => lead({ title, url: file.url })
  const { current, past } = sortDocuments(documents, schoolDay())
  const parts = [...(text ? [text] : []), ...links.map(lead), ...current.map(leadToFile)]
  const over = past.map((document) => `больше не действует: ${leadToFile(document)}`)
  const shown = [...(parts.length === 0 ? [absentText(field)] : parts), ...over].join('; ')
  return note ? `${shown} (${note})` : shown
}

/** A table of a page with its title, by the key of a block or of a table of the platform; null when there is none. */
export const sheetOfBlock = (
  page: OrganisationPage,
  key: string,
  publicUrl: string,
): { title: string; sheet: Sheet } | null => {
  const table = page.tables.find((table) => table.key === key)
  if (table) return { title: table.title, sheet: { headings: table.columns, rows: table.rows } }
  const block = registryPage(page.number, page)?.blocks.find((block) => block.key === key)
  const rows = page.blocks[key]
  if (!block || !rows) return null
  const cells = rows.map(({ values }) =>
    block.fields.map((field) => {
      const value = values[field.name]
      return value ? cellOf(field, value, publicUrl) : absentText(field)
    }),
  )
  const labels = block.fields.map(({ label }) => label)
  if (block.repeated) {
    // an empty table contains the same note as the page
    const lines = cells.length > 0 ? cells : [block.fields.map(absentText)]
    return { title: block.title, sheet: { headings: labels, rows: lines } }
  }
  const [facts = []] = cells
  return {
    title: block.title,
    sheet: { headings: ['Показатель', 'Значение'], rows: labels.map((label, place) => [label, facts[place] ?? '']) },
  }
}
