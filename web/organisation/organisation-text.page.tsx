import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { OrganisationText } from '#web/organisation/OrganisationView.tsx'
import { organisationNumber, organisationPageQuery } from '#web/organisation/organisation.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** The page's own text. */
export const load = () => [organisationPageQuery(organisationNumber(location.pathname))]

const OrganisationTextPage = () => {
  // taken once: the view is made anew when the path changes
  const { pathname } = useLocation()
  const [number] = useState(() => organisationNumber(pathname))
  const query = useQuery(organisationPageQuery(number))
  const skeleton = (
    <Wrap>
      <SkeletonList />
    </Wrap>
  )
  return (
    <ListState query={query} skeleton={skeleton} page>
      {({ page }) => <OrganisationText page={page} />}
    </ListState>
  )
}

export default OrganisationTextPage
