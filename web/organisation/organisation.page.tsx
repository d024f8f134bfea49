import { OrganisationContents } from '#web/organisation/OrganisationContents.tsx'

export default OrganisationContents
