import { OrganisationText } from '#web/organisation/OrganisationView.tsx'
import type { ServedView } from '#web/routes.ts'

const view: ServedView<'organisation.page1'> = ({ answers: [{ page }, answer], search }) => (
  <OrganisationText page={page} signature={answer && { asked: search.signature ?? '', answer }} />
)

export default view
