import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Input } from '@mantine/core'
import { IconLink, IconPaperclip } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { FieldValue, Reference } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import { DocumentPicker } from '#web/organisation/editing/DocumentPicker.tsx'
import classes from '#web/organisation/editing/Editing.module.css'
import { isLinkBegun, LinkForm } from '#web/organisation/editing/LinkForm.tsx'
import { ReferenceList } from '#web/organisation/editing/ReferenceList.tsx'
import { sayNoRoom } from '#web/organisation/editing/say-no-room.ts'
import { currentDocument, useDocuments } from '#web/organisation/editing/use-documents.ts'
import { useFocusNext } from '#web/ui/use-focus-next.ts'

/** As many documents and links as a field may have. */
const maxReferences = 100

/** Documents and links under one name of the registry: attached, put in order, removed. */
export const ReferencesField = ({
  field: { label, kind, required, many, hint },
  place,
  value,
  onChange,
  error,
}: {
  field: OrganisationField
  place: string
  value: FieldValue | undefined
  onChange: (value: FieldValue | null) => void
  error?: string
}) => {
  const id = useId()
  const root = useRef<HTMLFieldSetElement>(null)
  const focusNext = useFocusNext(root)
  const [linking, setLinking] = useState(() => isLinkBegun(`${place}:new`))
  const [picking, setPicking] = useState(false)
  const refs = value && 'refs' in value ? value.refs : []
  const change = (next: Reference[]) => {
    // a field for one gets its buttons back
    if (next.length === 0) focusNext('[data-add]')
    onChange(next.length > 0 ? { refs: next } : null)
  }
  const max = many ? maxReferences : 1
  const room = refs.length < max
  const documents = useDocuments()
  const cancelLink = () => {
    setLinking(false)
    focusNext('[data-link], [data-add]')
  }
  const add = (ref: Reference, name: string, more: string) => {
    setPicking(false)
    // a removed one may have been put back since the form was opened
    if (!room) {
      sayNoRoom(name, max)
      return false
    }
    const next = [...refs, ref]
    change(next)
    setLinking(false)
    // a field for one has no button to add more
    focusNext(next.length < max ? more : 'li:last-child button')
    return true
  }
  return (
    <Stack
      as="fieldset"
      ref={root}
      gap={2}
      className={classes.references}
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
      tabIndex={-1}
    >
      <Box as="legend" mb={1} size={4} weight="medium">
        {label}
        {required && (
          <Text as="span" tone="bad" aria-hidden="true">
            {' *'}
          </Text>
        )}
      </Box>
      {hint && (
        <Text size={3} tone="soft" loose>
          {hint}
        </Text>
      )}
      <ReferenceList refs={refs} max={max} onChange={change} place={place} label={label} />
      {linking && (
        <LinkForm
          place={`${place}:new`}
          label={label}
          onDone={(link) => add(link, link.title, '[data-link]')}
          onCancel={cancelLink}
        />
      )}
      {room && !linking && (
        <Row gap={2} wrap>
          {(kind === 'file' || many) && (
            <Button
              size="xs"
              variant="default"
              data-add
              aria-label={`Прикрепить документ: ${label}`}
              leftSection={<IconPaperclip size={15} aria-hidden="true" />}
              onClick={() => setPicking(true)}
            >
              Прикрепить документ
            </Button>
          )}
          <Button
            size="xs"
            variant={kind === 'file' ? 'subtle' : 'default'}
            data-link
            data-add
            aria-label={`Добавить ссылку: ${label}`}
            leftSection={<IconLink size={15} aria-hidden="true" />}
            onClick={() => {
              setLinking(true)
              focusNext('form input')
            }}
          >
            Добавить ссылку
          </Button>
        </Row>
      )}
      {error && (
        <Input.Error id={`${id}-error`} role="alert">
          {error}
        </Input.Error>
      )}
      {picking && (
        <DocumentPicker
          title={label}
          place={place}
          taken={refs.flatMap((ref) =>
            'document_id' in ref ? [currentDocument(documents, ref.document_id)?.id ?? ref.document_id] : [],
          )}
          onPick={({ id, title }) => add({ document_id: id }, title, '[data-add]')}
          onClose={() => setPicking(false)}
        />
      )}
    </Stack>
  )
}
