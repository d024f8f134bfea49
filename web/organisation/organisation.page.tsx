import { curates } from '#contract/users/users.policy.ts'
import { latePart } from '#web/app/late.tsx'
import { currentUser, useUser } from '#web/auth/session.ts'
import { toActor, useActor } from '#web/auth/use-actor.ts'
import { OrganisationContents } from '#web/organisation/OrganisationContents.tsx'
import type { PageLoad } from '#web/page-module.ts'

// readers are spared what only curators see
const CuratedContents = latePart<object>(
  () => import('#web/organisation/editing/CuratedContents.tsx'),
  OrganisationContents,
)

/** What curators have of the section. */
export const load: PageLoad<'organisation'> = () => {
  if (curates(toActor(currentUser()), 'organisation')) CuratedContents.preload()
  return {}
}

const OrganisationContentsPage = () => {
  const forUser = useUser() !== null
  return curates(useActor(), 'organisation') ? <CuratedContents /> : <OrganisationContents forUser={forUser} />
}

export default OrganisationContentsPage
