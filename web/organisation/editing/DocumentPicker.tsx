import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { DocumentForm, useSaveDocument } from '#web/organisation/editing/DocumentForm.tsx'
import { Fact } from '#web/organisation/editing/DocumentRow.tsx'
import { documentFacts, isExpired } from '#web/organisation/editing/document-text.ts'
import classes from '#web/organisation/editing/Editing.module.css'
import { documentsQuery } from '#web/organisation/editing/editing.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'
import { useFilterField } from '#web/ui/use-filter-field.tsx'

/** Chooses a document of the organisation, or takes a new one. */
export const DocumentPicker = ({
  title,
  place,
  taken,
  onPick,
  onClose,
}: {
  title: string
  /** The field, for what the device keeps of a new document. */
  place: string
  /** Documents that are there already. */
  taken: number[]
  onPick: (document: OrganisationDocument) => void
  onClose: () => void
}) => {
  const query = useQuery(documentsQuery)
  const [adding, setAdding] = useState(false)
  const act = { kind: 'create', title, place } as const
  const save = useSaveDocument(act)
  // a refusal is shown at its field
  const { modal } = useCloseGuard(onClose, { busy: save.isPending })
  return (
    <Modal {...modal} title={adding ? 'Новый документ' : `Документ: ${title}`} size="lg">
      {adding ? (
        <DocumentForm act={act} save={save} onSaved={onPick} onCancel={() => setAdding(false)} />
      ) : (
        <>
          <Button mb="md" onClick={() => setAdding(true)}>
            Загрузить новый PDF
          </Button>
          <ListState query={query}>
            {({ documents }) => (
              <Choice
                documents={documents.filter(({ id, archived_at }) => !archived_at && !taken.includes(id))}
                empty={taken.length > 0 ? 'Других действующих документов нет.' : 'Действующих документов пока нет.'}
                onPick={onPick}
              />
            )}
          </ListState>
        </>
      )}
    </Modal>
  )
}

const Choice = ({
  documents,
  empty,
  onPick,
}: {
  documents: OrganisationDocument[]
  empty: string
  onPick: (document: OrganisationDocument) => void
}) => {
  const { found, field } = useFilterField(documents, ({ title }) => title, {
    above: 6,
    label: 'Найти документ',
    mb: 'sm',
  })
  if (documents.length === 0)
    return (
      <Text size={3} tone="soft" loose>
        {empty}
      </Text>
    )
  return (
    <>
      {field}
      <Box as="ul" ground="surface" round="m" edge="line" divided plain aria-label="Документы организации">
        {found.map((document) => (
          <li key={document.id}>
            <Stack
              as="button"
              pad={2.5}
              padX={4}
              hover="brand"
              anywhere
              className={classes.choice}
              type="button"
              onClick={() => onPick(document)}
            >
              {document.title}
              <Fact>{documentFacts(document)}</Fact>
              {isExpired(document) && <Fact warn>Срок действия истёк</Fact>}
            </Stack>
          </li>
        ))}
      </Box>
      {found.length === 0 && (
        <Text size={3} tone="soft" loose>
          Такого документа нет.
        </Text>
      )}
    </>
  )
}
