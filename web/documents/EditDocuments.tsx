import { IconChevronRight } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { documents } from '#contract/documents/document-list.ts'
import { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { usePageSearch } from '#web/app/page-params.ts'
import { DocumentEditor } from '#web/documents/DocumentEditor.tsx'
import { documentQuery } from '#web/documents/documents.queries.ts'
import { CardList } from '#web/ui/Card.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { hasFailed } from '#web/ui/first-load.ts'
import { Stack, Text } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { RowLink } from '#web/ui/RowLink.tsx'

const hrefOf = (slug: DocumentSlug) => pathTo('settings', {}, { tab: 'documents', document: slug })

/** The school's documents, or the edited one: for curators. */
const EditDocuments = () => {
  const [{ document }] = usePageSearch('settings')
  const slug = DocumentSlug.safeParse(document)
  return slug.success ? <DocumentEditor key={slug.data} slug={slug.data} /> : <DocumentList />
}

const occasions = {
  registration: 'с ним соглашаются при регистрации',
  parent: 'с ним соглашается родитель ребёнка',
  publication: 'с ним соглашаются, когда публикуют проект для всех',
}

const DocumentList = () => {
  const queries = useQueries({ queries: documents.map(({ slug }) => documentQuery(slug)) })
  return (
    <Stack gap={4}>
      {queries.some(hasFailed) && <PartError what="какие версии опубликованы" />}
      <CardList>
        {documents.map(({ slug, title, consent }, index) => {
          const version = queries[index]?.data?.document
          const published = version && `Версия ${version.version} от ${formatDay(version.published_at)}`
          return (
            <li key={slug}>
              <RowLink
                to={hrefOf(slug)}
                title={title}
                whole
                note={published ? [published, ...(consent ? [occasions[consent]] : [])].join(', ') : '\u00a0'}
              >
                <Text as="span" tone="quiet">
                  <IconChevronRight size={18} aria-hidden="true" />
                </Text>
              </RowLink>
            </li>
          )
        })}
      </CardList>
    </Stack>
  )
}

export default EditDocuments
