import { curates } from '#contract/users/users.policy.ts'
import { latePart } from '#web/app/late.tsx'
import { useActor } from '#web/auth/use-actor.ts'
import { OrganisationContents } from '#web/organisation/OrganisationContents.tsx'

// readers are spared what only curators see
const CuratedContents = latePart<object>(
  () => import('#web/organisation/editing/CuratedContents.tsx'),
  OrganisationContents,
)

const OrganisationContentsPage = () =>
  curates(useActor(), 'organisation') ? <CuratedContents /> : <OrganisationContents />

export default OrganisationContentsPage
