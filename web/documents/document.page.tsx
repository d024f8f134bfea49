import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageParams } from '#web/app/page-params.ts'
import { DocumentView } from '#web/documents/DocumentView.tsx'
import { documentQuery } from '#web/documents/documents.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'

/** The document itself. */
export const load = ({ slug = '' }: Record<string, string>) => [documentQuery(slug)]

const DocumentPage = () => {
  const { slug = '' } = usePageParams()
  const query = useQuery(documentQuery(slug))
  usePageTitle(query.data?.document.title)
  return (
    <ListState query={query} page>
      {({ document }) => <DocumentView document={document} />}
    </ListState>
  )
}

export default DocumentPage
