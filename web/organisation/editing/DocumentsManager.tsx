import { Button } from '@mantine/core'
import { IconFileTypePdf, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { counted } from '#contract/plural.ts'
import { useAct } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { DocumentForm, useSaveDocument } from '#web/organisation/editing/DocumentForm.tsx'
import { DocumentRow, Fact } from '#web/organisation/editing/DocumentRow.tsx'
import type { DocumentAct } from '#web/organisation/editing/document-input.ts'
import { documentFacts, isExpired } from '#web/organisation/editing/document-text.ts'
import classes from '#web/organisation/editing/Editing.module.css'
import { documentsQuery } from '#web/organisation/editing/editing.queries.ts'
import { MadeDocuments } from '#web/organisation/editing/MadeDocuments.tsx'
import { CardList } from '#web/ui/Card.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'
import { useFilterField } from '#web/ui/use-filter-field.tsx'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'

const titles = {
  create: 'Новый документ',
  replace: 'Заменить документ',
  change: 'Сведения о документе',
}

/** The organisation's documents: those that hold, and the archive. */
export const DocumentsManager = () => {
  const query = useQuery(documentsQuery)
  const [act, setAct] = useState<DocumentAct | null>(null)
  return (
    <Stack as="section" gap={4} aria-label="Документы организации">
      <MadeDocuments />
      <Row gap={3} wrap align="start" justify="between">
        <Text size={4} tone="soft" loose from={18} className={classes.lead}>
          Документ, загруженный один раз, можно прикрепить на любой странице раздела. Замените его, и новый встанет
          везде.
        </Text>
        <Button
          data-add-document
          leftSection={<IconUpload size={18} aria-hidden="true" />}
          onClick={() => setAct({ kind: 'create', title: '', place: 'documents' })}
        >
          Добавить документ
        </Button>
      </Row>
      <ListState
        query={query}
        isEmpty={({ documents }) => documents.length === 0}
        empty={
          <EmptyState
            icon={IconFileTypePdf}
            title="Документов пока нет"
            text="Добавьте устав, правила и отчёты: PDF с текстом, который можно искать и копировать."
          />
        }
      >
        {({ documents }) => <Documents documents={documents} onAct={setAct} />}
      </ListState>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Stack>
  )
}

const ActDialog = ({ act, onClose }: { act: DocumentAct; onClose: () => void }) => {
  const save = useSaveDocument(act)
  // a refusal is shown at its field
  const { modal } = useCloseGuard(onClose, { busy: save.isPending })
  return (
    <Modal {...modal} title={titles[act.kind]} size="lg">
      {act.kind === 'replace' && (
        <Text size={3} tone="soft" loose>
          «{act.document.title}» уйдёт в архив, а на страницах раздела встанет новый файл.
        </Text>
      )}
      <DocumentForm act={act} save={save} onSaved={onClose} onCancel={onClose} />
    </Modal>
  )
}

type OnAct = (act: DocumentAct) => void

const Documents = ({ documents, onAct }: { documents: OrganisationDocument[]; onAct: OnAct }) => {
  const { found, field, isNarrowed } = useFilterField(documents, ({ title }) => title, {
    above: 8,
    label: 'Найти документ',
  })
  const current = found.filter(({ archived_at }) => archived_at === null)
  const archive = found.filter(({ archived_at }) => archived_at !== null)
  const expired = current.filter((document) => isExpired(document)).length
  const byId = new Map(documents.map((document) => [document.id, document]))
  return (
    <>
      {field}
      <h2>Действующие</h2>
      {expired > 0 && (
        <Text tone="warn" weight="medium">
          Срок действия истёк у {counted(expired, 'документа', 'документов', 'документов')}.
        </Text>
      )}
      {current.length > 0 ? (
        <CardList aria-label="Действующие документы">
          {current.map((document) => (
            <DocumentLine key={document.id} document={document} onAct={onAct} />
          ))}
        </CardList>
      ) : (
        <Text size={3} tone="soft" loose>
          {isNarrowed ? 'Таких нет.' : 'Пока нет.'}
        </Text>
      )}
      {archive.length > 0 && (
        <details>
          <Box as="summary" pad={2} padX={0} tone="soft" weight="medium">
            Архив: {counted(archive.length, 'документ', 'документа', 'документов')}
          </Box>
          <Text size={3} tone="soft" mb={3}>
            Посетителям эти документы больше не видны. Подписанные на платформе открываются по номеру подписи.
          </Text>
          <CardList aria-label="Архив">
            {archive.map((document) => (
              <DocumentLine
                key={document.id}
                document={document}
                heir={document.replaced_by === null ? undefined : byId.get(document.replaced_by)}
              />
            ))}
          </CardList>
        </details>
      )}
    </>
  )
}

const DocumentLine = ({
  document,
  heir,
  onAct,
}: {
  document: OrganisationDocument
  /** The document that replaced it. */
  heir?: OrganisationDocument | undefined
  onAct?: OnAct
}) => {
  const { title, file, signature_file, archived_at, published } = document
  const item = useRef<HTMLLIElement>(null)
  useFocusAfter(item, '[data-add-document]')
  return (
    <DocumentRow
      ref={item}
      icon={IconFileTypePdf}
      actions={
        <>
          {onAct && <DocumentActs document={document} onAct={onAct} />}
          {archived_at && document.replaced_by === null && <RestoreButton document={document} />}
        </>
      }
    >
      <a href={file.url} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
      <Fact>{documentFacts(document)}</Fact>
      {signature_file && (
        <Fact>
          <a href={signature_file.url}>Файл подписи: {signature_file.name}</a>
        </Fact>
      )}
      {!archived_at && isExpired(document) && <Fact warn>Срок действия истёк</Fact>}
      {!archived_at && !published && <Fact>Пока не стоит ни на одной опубликованной странице</Fact>}
      {archived_at && (
        <Fact>
          В архиве с {formatDay(archived_at)}
          {heir && `, вместо него «${heir.title}»`}
        </Fact>
      )}
    </DocumentRow>
  )
}

/** Brings a document back from the archive. */
const useRestore = ({ id, title }: OrganisationDocument) => {
  return useAct(organisationApi.restoreDocument, () => ({ params: { id } }), {
    onSuccess: () =>
      toast({ severity: 'success', summary: 'Документ снова среди действующих', detail: title, key: 'archive' }),
    onError: (error) => reportError(error, 'Не удалось вернуть из архива'),
  })
}

const RestoreButton = ({ document }: { document: OrganisationDocument }) => {
  const restore = useRestore(document)
  return (
    <SteadyButton
      size="xs"
      variant="default"
      aria-label={`Вернуть из архива: ${document.title}`}
      busy={restore.isPending}
      onClick={() => restore.mutate()}
    >
      Вернуть из архива
    </SteadyButton>
  )
}

const DocumentActs = ({ document, onAct }: { document: OrganisationDocument; onAct: OnAct }) => {
  const restore = useRestore(document)
  const archive = useAct(organisationApi.archiveDocument, () => ({ params: { id: document.id } }), {
    onSuccess: () =>
      toast({
        severity: 'success',
        summary: 'Документ в архиве',
        detail: document.title,
        key: 'archive',
        action: { label: 'Отменить', onClick: () => restore.mutate() },
      }),
    onError: (error) => reportError(error, 'Не удалось убрать в архив'),
  })
  const { title } = document
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`Заменить: ${title}`}
        onClick={() => onAct({ kind: 'replace', document })}
      >
        Заменить
      </Button>
      {/* what is signed here stays as it was signed */}
      {!document.signature?.number && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Изменить сведения: ${title}`}
          onClick={() => onAct({ kind: 'change', document })}
        >
          Изменить сведения
        </Button>
      )}
      <SteadyButton
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={`В архив: ${title}`}
        busy={archive.isPending}
        onClick={() => archive.mutate()}
      >
        В архив
      </SteadyButton>
    </>
  )
}
