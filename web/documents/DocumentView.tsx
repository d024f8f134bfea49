import type { ReactNode } from 'react'
import type { Document } from '#contract/documents/documents.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { RichText } from '#web/content/RichText.tsx'
import { withTableFrames } from '#web/content/table-frames.ts'
import { versionHref } from '#web/documents/version-href.ts'
import { formatDay } from '#web/ui/dates.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

/**
 * A document of the school; `earlier` when it may not be the version in force. Also drawn by the server: plain
 * elements, without the app's providers. `before` and `after` are the app's: a parent's decision about the text.
 */
export const DocumentView = ({
  document,
  earlier = false,
  before,
  after,
}: {
  document: Document
  earlier?: boolean | undefined
  before?: ReactNode
  after?: ReactNode
}) => (
  <Wrap size="narrow">
    <PageHeader title={document.title} subtitle={`Версия ${document.version} от ${formatDay(document.published_at)}`} />
    {earlier && (
      <Notice tone="idle" icon="archive">
        Вы читаете версию из истории.{' '}
        <Text as={Link} links="underlined" to={pathTo('documents.show', { slug: document.slug })}>
          Открыть ту, что действует сейчас
        </Text>
      </Notice>
    )}
    {before}
    <RichText html={withTableFrames(document.content, (number) => `Таблица ${number}`)} />
    {after}
    {!earlier && document.version > 1 && <EarlierVersions document={document} />}
  </Wrap>
)

/** People can read again what they once agreed to. */
const EarlierVersions = ({ document: { slug, version } }: { document: Document }) => (
  <Box as="nav" mt={7} pad={5} padX={0} size={3} edge="top" aria-label="Прежние версии">
    <Text as="h2" mb={2} size={5}>
      Прежние версии
    </Text>
    <Row as="ul" links="underlined" gap={2} gapX={4} wrap align="stretch" plain>
      {Array.from({ length: version - 1 }, (_, index) => version - 1 - index).map((number) => (
        <li key={number}>
          <Link to={versionHref(slug, number)}>Версия {number}</Link>
        </li>
      ))}
    </Row>
  </Box>
)
