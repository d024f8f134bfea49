import { usePageId } from '#web/app/page-params.ts'
import { Profile } from '#web/users/Profile.tsx'
import { profileQuery } from '#web/users/users.queries.ts'

/** The profile itself. */
export const load = ({ id }: Record<string, string>) => [profileQuery(Number(id))]

const UserPage = () => <Profile id={usePageId()} named />

export default UserPage
