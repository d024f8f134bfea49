import { currentUser, useUser } from '#web/auth/session.ts'
import type { PageLoad } from '#web/page-module.ts'
import { Profile } from '#web/users/Profile.tsx'
import { profileQuery } from '#web/users/users.queries.ts'

/** The user's own profile; on the very first page it is not known yet whose that is. */
export const load: PageLoad<'profile'> = () => {
  const user = currentUser()
  return user ? [profileQuery(user.id)] : []
}

const ProfilePage = () => {
  const user = useUser()
  return user ? <Profile id={user.id} /> : null
}

export default ProfilePage
