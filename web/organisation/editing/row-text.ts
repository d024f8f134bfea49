import type { FieldValue, ShownValue } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock } from '#contract/organisation/registry/registry.types.ts'
import type { EditedRow } from '#web/organisation/editing/content-rows.ts'

/** Whether the platform says anything in a field. */
export const isKnown = (shown: ShownValue | undefined): shown is ShownValue =>
  shown !== undefined && (shown.text !== '' || shown.links.length + shown.documents.length > 0)

/** What the platform has for a field, as text. */
export const knownText = ({ text, links, documents }: ShownValue) =>
  [...(text ? [text] : []), ...[...links, ...documents].map(({ title }) => title)].join(', ')

/** What the platform says, as a curator would have written it. */
export const asWritten = ({ text, links, documents }: ShownValue): FieldValue =>
  links.length + documents.length > 0
    ? {
        refs: [...links.map(({ title, url }) => ({ title, url })), ...documents.map(({ id }) => ({ document_id: id }))],
      }
    : { text }

/** Whether a value says anything; one that is emptied leaves what the platform says. */
export const isFilled = (value: FieldValue) =>
  'absent' in value || ('text' in value ? value.text.trim() !== '' : value.refs.length > 0)

const textIn = (row: EditedRow, name: string) => {
  const own = row.content.values[name]
  if (own && isFilled(own)) return 'text' in own ? own.text.trim() : ''
  return row.platform?.values[name]?.text ?? ''
}

/** The title of a row, and the values after it; names come before codes, which are less clear. */
export const rowTitle = ({ fields }: OrganisationBlock, row: EditedRow) => {
  const [code, names] = [
    fields.filter(({ name }) => name === 'eduCode'),
    fields.filter(({ name }) => name !== 'eduCode'),
  ]
  const textOf = (some: typeof fields) => some.map(({ name }) => textIn(row, name)).filter((text) => text !== '')
  const [title, ...rest] = [...textOf(names), ...textOf(code)]
  return { title: title ?? '', rest: rest.slice(0, 2).join(' · ') }
}

/** How many fields say something else than the platform does. */
export const countCorrected = ({ fields }: OrganisationBlock, { content, platform }: EditedRow) =>
  fields.filter(({ name }) => {
    const own = content.values[name]
    return own && isFilled(own) && isKnown(platform?.values[name])
  }).length

/** Whether a row says nothing but «нет сведений». */
const isAllAbsent = ({ fields }: OrganisationBlock, { content, platform }: EditedRow) =>
  platform === null &&
  fields.every(({ name }) => content.values[name] !== undefined && 'absent' in content.values[name])

/** What a row is called, wherever it is named. */
export const rowName = (block: OrganisationBlock, row: EditedRow) =>
  rowTitle(block, row).title || (isAllAbsent(block, row) ? 'Нет сведений' : 'Новая строка')
