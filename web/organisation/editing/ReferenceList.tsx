import { ActionIcon } from '@mantine/core'
import { IconFileTypePdf, IconGripVertical, IconLink, IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { OrganisationDocument, Reference } from '#contract/organisation/organisation.schema.ts'
import { RowAction } from '#web/files/RowAction.tsx'
import { useDragOrder } from '#web/files/use-drag-order.ts'
import { useFocusAfter } from '#web/files/use-focus-after.ts'
import { documentFacts, isExpired } from '#web/organisation/editing/document-words.ts'
import { LinkForm } from '#web/organisation/editing/LinkForm.tsx'
import classes from '#web/organisation/editing/Rows.module.css'
import { currentDocument, useDocuments } from '#web/organisation/editing/use-documents.ts'
import { useFocusNext } from '#web/organisation/editing/use-focus-next.ts'
import { Center, Row, Stack } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

const keyOf = (ref: Reference) => ('document_id' in ref ? `document-${ref.document_id}` : `${ref.title} ${ref.url}`)

/** Documents and links in their order; links can be changed in place. */
export const ReferenceList = ({
  refs,
  onChange,
  place,
  label,
}: {
  refs: Reference[]
  onChange: (refs: Reference[]) => void
  place: string
  label: string
}) => {
  const list = useRef<HTMLUListElement>(null)
  const focusNext = useFocusNext(list)
  const latest = useRef({ refs, onChange })
  latest.current = { refs, onChange }
  const move = (from: number, to: number) => {
    const ref = refs[from]
    if (ref && to >= 0 && to < refs.length && to !== from) onChange(refs.toSpliced(from, 1).toSpliced(to, 0, ref))
  }
  const { dragged, begin } = useDragOrder((key, to) => {
    const { refs } = latest.current
    const from = refs.findIndex((ref) => keyOf(ref) === key)
    const ref = refs[from]
    if (ref && from !== to) latest.current.onChange(refs.toSpliced(from, 1).toSpliced(to, 0, ref))
  })
  const remove = (index: number, name: string) => {
    const removed = refs[index] as Reference
    onChange(refs.toSpliced(index, 1))
    toast({
      severity: 'info',
      summary: 'document_id' in removed ? 'Документ убран из строки' : 'Ссылка убрана',
      detail: name,
      action: {
        label: 'Вернуть',
        onClick: () => {
          const { refs, onChange } = latest.current
          if (!refs.some((ref) => keyOf(ref) === keyOf(removed))) onChange(refs.toSpliced(index, 0, removed))
        },
      },
    })
  }
  if (refs.length === 0) return null
  return (
    <Stack as="ul" ref={list} gap={1.5} plain className={classes.refs} aria-label={label}>
      {refs.map((ref, index) => (
        <ReferenceRow
          key={keyOf(ref)}
          reference={ref}
          place={`${place}:${index}`}
          first={index === 0}
          last={index === refs.length - 1}
          dragged={dragged === keyOf(ref)}
          onDrag={(event) => begin(event, keyOf(ref))}
          onMove={(step) => {
            focusNext(`li:nth-child(${index + step + 1}) [aria-label^="${step < 0 ? 'Выше' : 'Ниже'}"]`)
            move(index, index + step)
          }}
          onChange={(next) => {
            focusNext(`li:nth-child(${index + 1}) [data-edit]`)
            onChange(refs.with(index, next))
          }}
          onRemove={(name) => remove(index, name)}
        />
      ))}
    </Stack>
  )
}

interface RowProps {
  reference: Reference
  place: string
  first: boolean
  last: boolean
  dragged: boolean
  onDrag: (event: React.PointerEvent) => void
  onMove: (step: 1 | -1) => void
  onChange: (next: Reference) => void
  onRemove: (name: string) => void
}

const ReferenceRow = ({ reference, place, first, last, dragged, onDrag, onMove, onChange, onRemove }: RowProps) => {
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row)
  const focusNext = useFocusNext(row)
  const documents = useDocuments()
  const [editing, setEditing] = useState(false)
  const document = 'document_id' in reference ? currentDocument(documents, reference.document_id) : undefined
  const name = 'document_id' in reference ? (document?.title ?? 'Документ') : reference.title
  if (editing && 'url' in reference)
    return (
      <Row as="li" ref={row} gap={2} gapX={2.5} ground="sunken" round="s" className={classes.ref} data-open>
        <LinkForm
          place={place}
          label={name}
          link={reference}
          onDone={(link) => {
            setEditing(false)
            onChange(link)
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
          <IconLink size={18} stroke={1.6} aria-hidden="true" />
          <Stack links="plain" tight shrink anywhere className={classes.refWords}>
            <a href={reference.url} target="_blank" rel="noopener noreferrer">
              {reference.title}
            </a>
            {reference.title !== reference.url && <small>{reference.url}</small>}
          </Stack>
        </>
      ) : (
        <>
          <IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />
          <DocumentWords document={document} />
        </>
      )}
      <Row wrap justify="end" fixed className={classes.rowActions}>
        {!(first && last) && (
          <>
            {/* the buttons beside do the same for everybody who does not drag */}
            <Center
              as="span"
              tone="quiet"
              className={classes.grip}
              onPointerDown={onDrag}
              data-tip="Перетащите, чтобы поменять порядок"
            >
              <IconGripVertical size={18} stroke={1.6} aria-hidden="true" />
            </Center>
            <RowAction icon="up" name={name} disabled={first} onClick={() => onMove(-1)} />
            <RowAction icon="down" name={name} disabled={last} onClick={() => onMove(1)} />
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

const DocumentWords = ({ document }: { document: OrganisationDocument | undefined }) =>
  document ? (
    <Stack links="plain" tight shrink anywhere className={classes.refWords}>
      <a href={document.file.url} target="_blank" rel="noopener noreferrer">
        {document.title}
      </a>
      <small>{documentFacts(document)}</small>
      {document.archived_at && <small className={classes.warn}>В архиве: прикрепите действующий документ</small>}
      {!document.archived_at && isExpired(document) && <small className={classes.warn}>Срок действия истёк</small>}
    </Stack>
  ) : (
    <Stack links="plain" tight shrink anywhere className={classes.refWords}>
      Документ
      <small>Сведения о документе загружаются</small>
    </Stack>
  )
