import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { type Document, type DocumentSlug, documents } from '#contract/documents/documents.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { ApiError } from '#web/app/api-error.ts'
import { Link } from '#web/app/Link.tsx'
import { reportError } from '#web/app/report-error.ts'
import { DocumentHistory } from '#web/documents/DocumentHistory.tsx'
import { documentQuery, usePublishDocument } from '#web/documents/documents.queries.ts'
import classes from '#web/documents/EditDocuments.module.css'
import { DiscardButton } from '#web/drafts/DiscardButton.tsx'
import { DraftedForm } from '#web/drafts/DraftedForm.tsx'
import { FormDraftStatus } from '#web/drafts/FormDraftStatus.tsx'
import type { FormKind } from '#web/drafts/form-draft.ts'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { FormBar } from '#web/ui/FormBar.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

interface DocumentWords {
  content: string
}

const Kept = z.object({ content: z.string() })

/** How a document is drafted. */
const documentKind: FormKind<DocumentWords> = {
  fields: { content: { label: 'Текст документа', rich: true } },
  read: (words) => Kept.safeParse(words).data ?? null,
}

/** Writes the next version of a document; earlier ones stay below it. */
export const DocumentEditor = ({ slug }: { slug: DocumentSlug }) => {
  const query = useQuery(documentQuery(slug))
  const listed = documents.find((document) => document.slug === slug)
  return (
    <ListState query={query}>
      {({ document }) => (
        <Stack gap={5} className={classes.editor}>
          <Stack gap={1} align="start">
            <Link className={classes.link} to={pathTo('settings', {}, { tab: 'documents' })}>
              Все документы
            </Link>
            <h2>{document.title}</h2>
            <Text tone="quiet">
              Действует версия {document.version} от {formatDay(document.published_at)}.{' '}
              <Link className={classes.link} to={pathTo('documents.show', { slug })}>
                Открыть страницу
              </Link>
            </Text>
            {listed?.consent && (
              <Text tone="quiet">
                Новая версия не отменяет данных согласий. Тех, кто согласился с прежней, профиль попросит прочитать её.
              </Text>
            )}
          </Stack>
          <DraftedForm draftKey={`document:${slug}`} kind={documentKind} saved={savedOf(document)}>
            {(draft) => <Form draft={draft} document={document} />}
          </DraftedForm>
        </Stack>
      )}
    </ListState>
  )
}

const kept = new WeakMap<Document, DocumentWords>()

/** What the form compares itself with: the same object while the document is the same. */
const savedOf = (document: Document) => {
  const words = kept.get(document) ?? { content: document.content }
  kept.set(document, words)
  return words
}

const Form = ({ draft, document }: { draft: FormDraft<DocumentWords>; document: Document }) => {
  const publish = usePublishDocument(document.slug)
  const [content, setContent] = useState(draft.initial.content)
  // the editor is made anew when a text of the history takes the place of its own
  const [turn, setTurn] = useState(0)
  const [error, setError] = useState('')
  const write = (words: string) => {
    setContent(words)
    setError('')
    draft.change({ content: words })
  }
  const take = (version: number, words: string) => {
    const before = content
    write(words)
    setTurn(turn + 1)
    toast({
      severity: 'info',
      summary: `В редакторе текст версии ${version}`,
      detail: 'Он начнёт действовать, когда вы его опубликуете.',
      action: {
        label: 'Отменить',
        onClick: () => {
          write(before)
          setTurn(turn + 2)
        },
      },
    })
  }
  const send = () =>
    draft.submit(
      async () => {
        await publish.mutateAsync({ content, version: document.version })
        return () => toast({ severity: 'success', summary: 'Новая версия опубликована' })
      },
      (failure) => {
        const refused = failure instanceof ApiError ? failure : null
        if (refused?.fields.content) return setError(refused.fields.content.join('. '))
        reportError(failure)
      },
    )
  return (
    <>
      <RichTextField
        key={turn}
        use="document"
        label="Текст документа"
        minHeight={360}
        value={content}
        onChange={write}
        {...(error ? { error } : {})}
      />
      <FormBar status={<FormDraftStatus draft={draft} />}>
        <Button loading={publish.isPending} disabled={content === document.content} onClick={() => void send()}>
          Опубликовать новую версию
        </Button>
        <DiscardButton draft={draft} disabled={publish.isPending} />
      </FormBar>
      <DocumentHistory slug={document.slug} inForce={document.version} onTake={take} />
    </>
  )
}
