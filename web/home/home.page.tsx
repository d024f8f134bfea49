import { currentUser, useUser } from '#web/auth/session.ts'
import { readToken } from '#web/auth/token.ts'
import { GuestHome } from '#web/home/GuestHome.tsx'
import { draftTasks, homeCourses, homeProjects, returnedTasks, submittedTasks } from '#web/home/home.queries.ts'
import { StaffHome } from '#web/home/StaffHome.tsx'
import { StudentHome } from '#web/home/StudentHome.tsx'

/** Everything side by side. Until the role is known, what either of them needs. */
export const load = () => {
  if (!readToken()) return [homeProjects]
  const ofStudent = (currentUser()?.role.slug ?? 'student') === 'student' ? [returnedTasks, draftTasks] : []
  return [homeCourses, submittedTasks, ...ofStudent, homeProjects]
}

const HomePage = () => {
  const user = useUser()
  if (!user) return <GuestHome />
  return user.role.slug === 'student' ? <StudentHome user={user} /> : <StaffHome user={user} />
}

export default HomePage
