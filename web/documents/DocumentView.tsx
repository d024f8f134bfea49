import type { Document } from '#contract/documents/documents.schema.ts'
import { RichText } from '#web/content/RichText.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

/** A document of the school. Drawn by the server as well: plain elements, without the app's providers. */
export const DocumentView = ({ document }: { document: Document }) => (
  <Wrap size="narrow">
    <PageHeader
      title={document.title}
      subtitle={`Версия ${document.version} от ${new Date(document.published_at).toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' })}`}
    />
    <RichText html={document.content} />
  </Wrap>
)
