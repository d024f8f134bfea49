import { OrganisationText } from '#web/organisation/OrganisationView.tsx'
import type { ServedView } from '#web/page-module.ts'

const view: ServedView<'organisation.page1'> = ({
  answers: {
    page: { page },
    signature,
  },
  search,
}) => <OrganisationText page={page} signature={signature && { asked: search.signature ?? '', answer: signature }} />

export default view
