import { useQuery } from '@tanstack/react-query'
import { isStaff } from '#contract/users/users.policy.ts'
import { newestAnnouncements } from '#web/announcements/announcements.queries.ts'
import { waitingApplications } from '#web/applications/applications.queries.ts'
import { currentUser, useUser } from '#web/auth/session.ts'
import { readToken } from '#web/auth/token.ts'
import { toActor } from '#web/auth/use-actor.ts'
import { WantedPageNotice } from '#web/auth/WantedPageNotice.tsx'
import { dutyQueries } from '#web/home/duties.ts'
import { GuestHome } from '#web/home/GuestHome.tsx'
import { guestHome } from '#web/home/guest-home.queries.ts'
import {
  coursesToJoin,
  draftTasks,
  homeCourses,
  homeProjects,
  returnedTasks,
  submittedTasks,
} from '#web/home/home.queries.ts'
import { StaffHome } from '#web/home/StaffHome.tsx'
import { StudentHome } from '#web/home/StudentHome.tsx'
import type { PageLoad } from '#web/page-module.ts'
import { aheadQuery } from '#web/tasks/tasks.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** Everything side by side. Until the role is known, what either of them needs. */
export const load: PageLoad<'main'> = () => {
  if (!readToken()) return { home: guestHome }
  const user = currentUser()
  const actor = toActor(user)
  const ofRole =
    actor && isStaff(actor)
      ? dutyQueries(actor)
      : [returnedTasks, draftTasks, aheadQuery, waitingApplications, ...coursesToJoin(user)]
  return { others: [homeCourses, submittedTasks, ...ofRole, newestAnnouncements, homeProjects] }
}

const Outline = () => (
  <Wrap>
    <SkeletonList cards count={3} height={220} />
  </Wrap>
)

const ForGuests = () => (
  <>
    <WantedPageNotice />
    <ListState query={useQuery(guestHome)} skeleton={<Outline />}>
      {({ home }) => <GuestHome home={home} />}
    </ListState>
  </>
)

const HomePage = () => {
  const user = useUser()
  if (!user) return <ForGuests />
  return user.role.slug === 'student' ? <StudentHome user={user} /> : <StaffHome user={user} />
}

export default HomePage
