import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import { isCurator } from '#contract/users/users.policy.ts'
import { latePart } from '#web/app/late.tsx'
import { useActor } from '#web/auth/use-actor.ts'
import { OrganisationText } from '#web/organisation/OrganisationView.tsx'
import { organisationNumber, organisationPageQuery } from '#web/organisation/organisation.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

// readers are spared what only curators see
const CuratedPage = latePart<{ page: OrganisationPage }>(
  () => import('#web/organisation/editing/CuratedPage.tsx'),
  OrganisationText,
)

/** The page's own text. */
export const load = () => [organisationPageQuery(organisationNumber(location.pathname))]

const OrganisationTextPage = () => {
  // taken once: the view is made anew when the path changes
  const { pathname } = useLocation()
  const [number] = useState(() => organisationNumber(pathname))
  const query = useQuery(organisationPageQuery(number))
  const curates = isCurator(useActor())
  const skeleton = (
    <Wrap>
      <SkeletonList />
    </Wrap>
  )
  return (
    <ListState query={query} skeleton={skeleton} page>
      {({ page }) => (curates ? <CuratedPage page={page} /> : <OrganisationText page={page} />)}
    </ListState>
  )
}

export default OrganisationTextPage
