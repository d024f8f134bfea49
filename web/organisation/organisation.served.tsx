import { OrganisationContents } from '#web/organisation/OrganisationContents.tsx'
import type { ServedView } from '#web/page-module.ts'

const view: ServedView<'organisation'> = () => <OrganisationContents />

export default view
