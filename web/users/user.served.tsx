import type { ServedView } from '#web/page-module.ts'
import { ProfileView } from '#web/users/ProfileView.tsx'

const view: ServedView<'users.show'> = ({
  answers: {
    profile: { user },
  },
}) => <ProfileView user={user} />

export default view
