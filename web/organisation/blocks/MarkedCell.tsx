import { dayText, schoolDay } from '#contract/dates.ts'
import { sortDocuments } from '#contract/organisation/document-term.ts'
import type { ShownValue } from '#contract/organisation/organisation.schema.ts'
import { absentText } from '#contract/organisation/registry/registry.ts'
import type { OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import { DocumentLink } from '#web/organisation/blocks/DocumentLink.tsx'
import { linkFormat } from '#web/organisation/blocks/document-facts.ts'
import { LinkedText } from '#web/organisation/blocks/LinkedText.tsx'
import classes from '#web/organisation/blocks/Values.module.css'
import { Text } from '#web/ui/layout.tsx'

/** From how many letters on a cell wants a wide column. */
const long = 60

const nothing: ShownValue = { text: '', links: [], documents: [] }

/**
 * A cell with what the school has under a name. The robot counts elements, one name in each: text has it on the cell,
 * links and documents each on their own `<a>`. Where there is nothing the cell says so under the same name. `marked` is
 * off where the row carries the name, or there is none. A `labelled` cell can be apart from its column's heading.
 */
export const MarkedCell = ({
  field,
  value = nothing,
  marked = true,
  labelled = false,
}: {
  field: OrganisationField
  value?: ShownValue | undefined
  marked?: boolean
  labelled?: boolean
}) => {
  const label = labelled ? field.label : undefined
  const { links } = value
  const { current, past } = sortDocuments(value.documents, schoolDay())
  const text = field.kind === 'date' ? dayText(value.text.trim()) : value.text.trim()
  const name = marked ? field.name : undefined
  const kind = field.kind === 'number' ? 'number' : undefined
  if (links.length + current.length + past.length === 0 && !value.note) {
    return (
      <td
        itemProp={name}
        className={classes.text}
        data-label={label}
        data-kind={kind}
        data-long={text.length > long || undefined}
        data-absent={text === '' || undefined}
      >
        {text ? <LinkedText text={text} /> : absentText(field)}
      </td>
    )
  }
  const isAbsent = text === '' && links.length + current.length === 0
  return (
    <td className={classes.parts} data-label={label}>
      {(text || isAbsent) && (
        <p itemProp={name} className={classes.text} data-absent={isAbsent || undefined}>
          {text ? <LinkedText text={text} /> : absentText(field)}
        </p>
      )}
      {value.note && (
        <Text size={2} tone="quiet" block tight>
          {value.note}
        </Text>
      )}
      {links.map(({ title, url }) => (
        <p key={`${url} ${title}`}>
          <a href={url} itemProp={name}>
            {title}
          </a>
          {linkFormat(url) && (
            <Text as="span" size={2} tone="quiet" block tight>
              {linkFormat(url)}
            </Text>
          )}
        </p>
      ))}
      {current.map((document) => (
        <DocumentLink key={document.id} document={document} {...(name && { name })} />
      ))}
      {past.length > 0 && (
        <Text size={2} tone="quiet" className={classes.past}>
          Больше не действует:
        </Text>
      )}
      {past.map((document) => (
        <DocumentLink key={document.id} document={document} />
      ))}
    </td>
  )
}
