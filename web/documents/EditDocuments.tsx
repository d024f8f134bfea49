import { IconChevronRight } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { DocumentSlug, documents } from '#contract/documents/documents.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { DocumentEditor } from '#web/documents/DocumentEditor.tsx'
import { documentQuery } from '#web/documents/documents.queries.ts'
import classes from '#web/documents/EditDocuments.module.css'
import { Card } from '#web/ui/Card.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Box, Stack } from '#web/ui/layout.tsx'

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
  const answers = useQueries({ queries: documents.map(({ slug }) => documentQuery(slug)) })
  return (
    <Card flush>
      <Box as="ul" plain className={classes.list}>
        {documents.map(({ slug, title, consent }, index) => {
          const version = answers[index]?.data?.document
          return (
            <li key={slug}>
              <Link className={classes.row} to={hrefOf(slug)}>
                <Stack as="span" shrink anywhere className={classes.words}>
                  <b>{title}</b>
                  <span>
                    {version ? `Версия ${version.version} от ${formatDay(version.published_at)}` : '\u00a0'}
                    {consent && `, ${occasions[consent]}`}
                  </span>
                </Stack>
                <IconChevronRight size={18} aria-hidden="true" />
              </Link>
            </li>
          )
        })}
      </Box>
    </Card>
  )
}

export default EditDocuments
