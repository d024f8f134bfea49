import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { documents } from '#contract/documents/document-list.ts'
import type { Document, DocumentSlug } from '#contract/documents/documents.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { DocumentHistory } from '#web/documents/DocumentHistory.tsx'
import { documentQuery, usePublishDocument } from '#web/documents/documents.queries.ts'
import { DraftedForm } from '#web/drafts/DraftedForm.tsx'
import type { FormKind } from '#web/drafts/form-draft.ts'
import type { FormOf } from '#web/drafts/WithDraft.tsx'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

interface DocumentValues {
  content: string
}

const Kept = z.object({ content: z.string() })

/** How a document is drafted. */
const documentKind: FormKind<DocumentValues> = {
  fields: { content: { label: 'Текст документа', rich: true } },
  read: (values) => Kept.safeParse(values).data ?? null,
}

/** Writes the next version of a document; earlier ones stay below it. */
export const DocumentEditor = ({ slug }: { slug: DocumentSlug }) => {
  const query = useQuery(documentQuery(slug))
  const listed = documents.find((document) => document.slug === slug)
  return (
    <ListState query={query}>
      {({ document }) => (
        <Stack gap={5}>
          <Stack gap={1} align="start">
            <Text as={Link} links="underlined" to={pathTo('settings', {}, { tab: 'documents' })}>
              Все документы
            </Text>
            <h2>{document.title}</h2>
            <Text tone="quiet">
              Действует версия {document.version} от {formatDay(document.published_at)}.{' '}
              <Text as={Link} links="underlined" to={pathTo('documents.show', { slug })}>
                Открыть страницу
              </Text>
            </Text>
            {listed?.consent && (
              <Text tone="quiet">
                Новая версия не отменяет данных согласий. Тех, кто согласился с прежней, профиль попросит прочитать её.
              </Text>
            )}
          </Stack>
          <TextForm document={document} />
        </Stack>
      )}
    </ListState>
  )
}

const TextForm = ({ document }: { document: Document }) => {
  const { slug, version, content } = document
  const publish = usePublishDocument(slug)
  // another version of the text in the editor needs a new editor
  const [turn, setTurn] = useState(0)
  const take = (form: FormOf<DocumentValues>) => (taken: number, text: string) => {
    const put = (content: string) => {
      form.setFieldValue('content', content)
      setTurn((before) => before + 1)
    }
    // with what was typed while it was loaded
    const before = form.getValues().content
    put(text)
    toast({
      severity: 'info',
      summary: `В редакторе текст версии ${taken}`,
      detail: 'Он начнёт действовать, когда вы его опубликуете.',
      action: {
        label: 'Отменить',
        onClick: () => put(before),
      },
    })
  }
  return (
    <DraftedForm
      draftKey={`document:${slug}`}
      kind={documentKind}
      saved={{ content }}
      saveLabel="Опубликовать новую версию"
      nothingToSave={(values) => values.content === content}
      save={async (values) => {
        await publish.mutateAsync({ ...values, version })
        return () => toast({ severity: 'success', summary: 'Новая версия опубликована' })
      }}
      after={(form) => <DocumentHistory slug={slug} inForce={version} onTake={take(form)} />}
    >
      {(form) => (
        <RichTextField
          key={turn}
          use="document"
          label="Текст документа"
          minHeight={360}
          value={form.values.content}
          onChange={(html) => form.setFieldValue('content', html)}
          {...(form.errors.content ? { error: String(form.errors.content) } : {})}
        />
      )}
    </DraftedForm>
  )
}
