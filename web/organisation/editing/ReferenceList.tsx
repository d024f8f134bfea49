import { ActionIcon } from '@mantine/core'
import { IconFileTypePdf, IconLink, IconPencil, type TablerIcon } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { OrganisationDocument, Reference } from '#contract/organisation/organisation.schema.ts'
import { RowAction } from '#web/files/RowAction.tsx'
import { Fact } from '#web/organisation/editing/DocumentRow.tsx'
import { documentFacts, isExpired } from '#web/organisation/editing/document-text.ts'
import { isLinkBegun, LinkForm } from '#web/organisation/editing/LinkForm.tsx'
import classes from '#web/organisation/editing/Rows.module.css'
import { sayNoRoom } from '#web/organisation/editing/say-no-room.ts'
import { currentDocument, useDocuments } from '#web/organisation/editing/use-documents.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { DragHandle, MoveButtons } from '#web/ui/MoveButtons.tsx'
import { moved } from '#web/ui/moved.ts'
import { toast } from '#web/ui/toasts.ts'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { type Moves, useReorder } from '#web/ui/use-reorder.ts'

const keyOf = (ref: Reference) => ('document_id' in ref ? `document-${ref.document_id}` : `${ref.title} ${ref.url}`)

interface List {
  refs: Reference[]
  onChange: (refs: Reference[]) => void
}

/** The lists as they are now, by their place: «Вернуть» stays on screen while a row is folded, which ends its list. */
const latest = new Map<string, List>()

/** Documents and links in their order; links can be changed in place. */
export const ReferenceList = ({
  refs,
  max,
  onChange,
  place,
  label,
}: List & {
  /** Max number of them. */
  max: number
  place: string
  label: string
}) => {
  const list = useRef<HTMLUListElement>(null)
  const focusNext = useFocusNext(list)
  latest.set(place, { refs, onChange })
  const documents = useDocuments()
  const documentOf = (ref: Reference) =>
    'document_id' in ref ? currentDocument(documents, ref.document_id) : undefined
  const nameOf = (ref: Reference) => ('url' in ref ? ref.title : (documentOf(ref)?.title ?? 'Документ'))
  const { moves, dragged, announced } = useReorder({
    ids: refs.map(keyOf),
    nameOf: (key) =>
      refs
        .filter((ref) => keyOf(ref) === key)
        .map(nameOf)
        .join(),
    move: (key, to) => onChange(moved(refs, (ref) => keyOf(ref) === key, to)),
  })
  const remove = (index: number, name: string) => {
    const removed = refs[index] as Reference
    onChange(refs.toSpliced(index, 1))
    const putBack = () => {
      const { refs, onChange } = latest.get(place) as List
      if (refs.some((ref) => keyOf(ref) === keyOf(removed))) return
      if (refs.length < max) onChange(refs.toSpliced(index, 0, removed))
      else sayNoRoom(name, max, putBack)
    }
    toast({
      severity: 'info',
      summary: 'document_id' in removed ? 'Документ убран из строки' : 'Ссылка убрана',
      detail: name,
      action: { label: 'Вернуть', onClick: putBack },
    })
  }
  if (refs.length === 0) return null
  return (
    <>
      <Stack as="ul" ref={list} gap={1.5} plain aria-label={label}>
        {refs.map((ref, index) => (
          <ReferenceRow
            key={keyOf(ref)}
            reference={ref}
            document={documentOf(ref)}
            name={nameOf(ref)}
            place={`${place}:${keyOf(ref)}`}
            first={index === 0}
            last={index === refs.length - 1}
            dragged={dragged === keyOf(ref)}
            moves={moves}
            onChange={(next) => {
              focusNext(`li:nth-child(${index + 1}) [data-edit]`)
              onChange(refs.with(index, next))
            }}
            onRemove={(name) => remove(index, name)}
          />
        ))}
      </Stack>
      <Text aloud role="status">
        {announced}
      </Text>
    </>
  )
}

const Sign = ({ icon: Icon }: { icon: TablerIcon }) => (
  <Text as="span" tone="quiet">
    <Icon size={18} stroke={1.6} aria-hidden="true" />
  </Text>
)

interface RowProps {
  reference: Reference
  /** The document that a reference leads to, once the documents are loaded. */
  document: OrganisationDocument | undefined
  name: string
  place: string
  first: boolean
  last: boolean
  dragged: boolean
  moves: Moves<string>
  onChange: (next: Reference) => void
  onRemove: (name: string) => void
}

const ReferenceRow = ({
  reference,
  document,
  name,
  place,
  first,
  last,
  dragged,
  moves,
  onChange,
  onRemove,
}: RowProps) => {
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row)
  const focusNext = useFocusNext(row)
  const [editing, setEditing] = useState(() => isLinkBegun(place))
  if (editing && 'url' in reference)
    return (
      <Row as="li" ref={row} gap={2} gapX={2.5} ground="sunken" round="s" className={classes.ref}>
        <LinkForm
          place={place}
          label={name}
          link={reference}
          onDone={(link) => {
            setEditing(false)
            onChange(link)
            return true
          }}
          onCancel={() => {
            setEditing(false)
            focusNext('[data-edit]')
          }}
        />
      </Row>
    )
  return (
    <Row
      as="li"
      ref={row}
      gap={2}
      gapX={2.5}
      ground="sunken"
      round="s"
      className={classes.ref}
      data-dragged={dragged || undefined}
    >
      {'url' in reference ? (
        <>
          <Sign icon={IconLink} />
          <Stack links="plain" tight grow anywhere className={classes.text}>
            <a href={reference.url} target="_blank" rel="noopener noreferrer">
              {reference.title}
            </a>
            {reference.title !== reference.url && <Fact>{reference.url}</Fact>}
          </Stack>
        </>
      ) : (
        <>
          <Sign icon={IconFileTypePdf} />
          <DocumentFacts document={document} />
        </>
      )}
      <Row wrap justify="end" fixed className={classes.rowActions}>
        {!(first && last) && (
          <>
            <DragHandle moves={moves} id={keyOf(reference)} />
            <MoveButtons moves={moves} id={keyOf(reference)} name={name} first={first} last={last} />
          </>
        )}
        {'url' in reference && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            data-edit
            aria-label={`Изменить ссылку: ${name}`}
            data-tip="Изменить"
            onClick={() => {
              setEditing(true)
              focusNext('input')
            }}
          >
            <IconPencil size={17} aria-hidden="true" />
          </ActionIcon>
        )}
        <RowAction icon="remove" name={name} onClick={() => onRemove(name)} />
      </Row>
    </Row>
  )
}

const DocumentFacts = ({ document }: { document: OrganisationDocument | undefined }) =>
  document ? (
    <Stack links="plain" tight grow anywhere className={classes.text}>
      <a href={document.file.url} target="_blank" rel="noopener noreferrer">
        {document.title}
      </a>
      <Fact>{documentFacts(document)}</Fact>
      {document.archived_at && <Fact warn>В архиве: прикрепите действующий документ</Fact>}
      {!document.archived_at && isExpired(document) && <Fact warn>Срок действия истёк</Fact>}
    </Stack>
  ) : (
    <Stack links="plain" tight grow anywhere className={classes.text}>
      Документ
      <Fact>Сведения о документе загружаются</Fact>
    </Stack>
  )
