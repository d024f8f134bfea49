import { OrganisationContents } from '#web/organisation/OrganisationView.tsx'

export default OrganisationContents
