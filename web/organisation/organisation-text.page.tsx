import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import type { PageSearch } from '#contract/pages.ts'
import { curates } from '#contract/users/users.policy.ts'
import { latePart } from '#web/app/late.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { currentUser } from '#web/auth/session.ts'
import { readToken } from '#web/auth/token.ts'
import { toActor, useActor } from '#web/auth/use-actor.ts'
import { pageDraftQuery } from '#web/organisation/editing/editing.queries.ts'
import { OrganisationText } from '#web/organisation/OrganisationView.tsx'
import { organisationNumber, organisationPageQuery, signatureQuery } from '#web/organisation/organisation.queries.ts'
import type { PageLoad } from '#web/page-module.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

// readers are spared what only curators see
const CuratedPage = latePart<{ page: OrganisationPage }>(
  () => import('#web/organisation/editing/CuratedPage.tsx'),
  OrganisationText,
)

/** The number of a signature that the page of documents is asked about. */
const askedOf = (number: number, { signature }: PageSearch<'organisation.page1'>) =>
  number === 3 && signature ? signature : undefined

/** Whether the page is shown as curators have it; on the very first page it is not known yet who looks at it. */
const isCurated = ({ view }: PageSearch<'organisation.page1'>) => {
  const user = currentUser()
  return user ? curates(toActor(user), 'organisation') : Boolean(view && readToken())
}

const preloadEditor = async () => {
  const { RichTextField } = await import('#web/editor/RichTextField.tsx')
  RichTextField.preload()
}

/** The page's own text, what there is to say of a signature, and the draft that curators edit. */
export const load: PageLoad<'organisation.page1'> = (_params, search, path) => {
  const number = organisationNumber(path)
  const page = organisationPageQuery(number)
  const asked = askedOf(number, search)
  if (asked) return { page, signature: signatureQuery(asked) }
  if (!isCurated(search)) return { page }
  CuratedPage.preload()
  if (search.view !== 'edit') return { page }
  // what fails is loaded again when it is shown
  preloadEditor().catch(() => {})
  // not before it is known who asks: the refusal of a mere link would be in the security log
  return currentUser() ? { page, others: [pageDraftQuery(number)] } : { page }
}

const OrganisationTextPage = () => {
  // read once: the view is created again when the path changes
  const { pathname } = useLocation()
  const [number] = useState(() => organisationNumber(pathname))
  const query = useQuery(organisationPageQuery(number))
  const [search] = usePageSearch('organisation.page1')
  const asked = askedOf(number, search)
  const { data: answer } = useQuery({ ...signatureQuery(asked ?? ''), enabled: asked !== undefined })
  const mayEdit = curates(useActor(), 'organisation')
  const skeleton = (
    <Wrap>
      <SkeletonList />
    </Wrap>
  )
  return (
    <ListState query={query} skeleton={skeleton} page>
      {({ page }) =>
        mayEdit && !asked ? (
          <CuratedPage page={page} />
        ) : (
          <OrganisationText page={page} signature={asked ? { asked, answer } : undefined} />
        )
      }
    </ListState>
  )
}

export default OrganisationTextPage
