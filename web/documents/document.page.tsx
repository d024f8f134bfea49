import { useQuery } from '@tanstack/react-query'
import { latePart } from '#web/app/late.tsx'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageParams, usePageSearch } from '#web/app/page-params.ts'
import { DocumentView } from '#web/documents/DocumentView.tsx'
import { documentQuery, documentVersionQuery } from '#web/documents/documents.queries.ts'
import type { PageLoad } from '#web/page-module.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

const ParentAnswer = latePart(
  () => import('#web/consents/ParentAnswer.tsx'),
  () => <SkeletonList count={1} height={180} />,
)
const ParentRequest = latePart(
  () => import('#web/consents/ParentRequest.tsx'),
  () => null,
)

const queryOf = (slug: string, version: string | undefined) =>
  version === undefined ? documentQuery(slug) : documentVersionQuery(slug, version)

export const load: PageLoad<'documents.show'> = ({ slug }, { version }) => ({ document: queryOf(slug, version) })

const DocumentPage = () => {
  const { slug } = usePageParams('documents.show')
  const [{ version, token }] = usePageSearch('documents.show')
  const query = useQuery(queryOf(slug, version))
  usePageTitle(query.data?.document.title)
  // a parent came by the letter: the request is before the text, the decision after it
  const asked = slug === 'parent-consent' && version === undefined ? token : undefined
  return (
    <ListState query={query} page>
      {({ document }) => (
        <DocumentView
          document={document}
          earlier={version !== undefined}
          before={asked && <ParentRequest token={asked} />}
          after={asked && <ParentAnswer token={asked} version={document.version} />}
        />
      )}
    </ListState>
  )
}

export default DocumentPage
