import { usePageId } from '#web/app/page-params.ts'
import type { PageLoad } from '#web/page-module.ts'
import { Profile } from '#web/users/Profile.tsx'
import { profileQuery } from '#web/users/users.queries.ts'

/** The profile itself. */
export const load: PageLoad<'users.show'> = ({ id }) => ({ profile: profileQuery(Number(id)) })

const UserPage = () => <Profile id={usePageId('users.show')} named />

export default UserPage
