import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#contract/users/names.ts'
import type { UserProfile } from '#contract/users/users.api.ts'
import { canManageUser, curates } from '#contract/users/users.policy.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { usePageTitle } from '#web/app/page-head.ts'
import { useActor } from '#web/auth/use-actor.ts'
import ConsentNotice from '#web/consents/ConsentNotice.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { AvatarField } from '#web/users/AvatarField.tsx'
import { ManageUser } from '#web/users/ManageUser.tsx'
import { OwnActions } from '#web/users/OwnActions.tsx'
import { OwnPartsOutline } from '#web/users/OwnPartsOutline.tsx'
import { OwnProjects, OwnProjectsActions } from '#web/users/OwnProjects.tsx'
import { PersonFile } from '#web/users/PersonFile.tsx'
import { ProfileSkeleton } from '#web/users/ProfileSkeleton.tsx'
import { ProfileView } from '#web/users/ProfileView.tsx'
import { profileQuery } from '#web/users/users.queries.ts'

// only the user's own profile has them
const OwnParts = latePart<{ user: UserProfile }>(() => import('#web/users/OwnParts.tsx'), OwnPartsOutline)
const ProfileForm = latePart(
  () => import('#web/users/ProfileForm.tsx'),
  () => <SkeletonList count={3} height={64} />,
)
const ConsentsOfChild = latePart<{ user: UserProfile }>(
  () => import('#web/consents/ConsentsOfChild.tsx'),
  () => <Skeleton height={120} radius="lg" mt="xl" />,
)
const Certificates = latePart<{ userId: number; managed?: boolean }>(
  () => import('#web/certificates/Certificates.tsx'),
  () => null,
)
const HandoverNotice = latePart<{ userId: number; role: RoleSlug }>(
  () => import('#web/handovers/HandoverNotice.tsx'),
  () => null,
)
const Access = latePart<{ userId: number; managed?: boolean }>(
  () => import('#web/auth/Access.tsx'),
  () => <Skeleton height={200} radius="lg" mt="xl" />,
)
const StudiesSection = latePart<{ userId: number }>(
  () => import('#web/family/StudiesSection.tsx'),
  () => <Skeleton height={200} radius="lg" mt="xl" />,
)

/** A person: the screen of `/profile` and of `/users/{id}` (specification §2). `named` puts the name in the title. */
export const Profile = ({ id, named = false }: { id: number; named?: boolean }) => {
  const query = useQuery(profileQuery(id))
  const user = query.data?.user
  usePageTitle(named && user ? fullName(user) : undefined, named ? user?.about : undefined)
  const actor = useActor()
  const screenOf = (shown: UserProfile) =>
    actor && canManageUser(actor, { role: shown.role.slug }) ? ManagedProfile : SeenProfile
  return (
    <ListState query={query} skeleton={<Outline />} page>
      {({ user }) => {
        const Screen = actor?.id === id ? OwnProfile : screenOf(user)
        return <Screen user={user} />
      }}
    </ListState>
  )
}

const Outline = () => (
  <Wrap>
    <ProfileSkeleton />
  </Wrap>
)

const OwnProfile = ({ user }: { user: UserProfile }) => {
  const [editing, setEditing] = useState(false)
  const [ordering, setOrdering] = useState(false)
  const [edited, setEdited] = useState(false)
  const stopEditing = () => {
    setEditing(false)
    setEdited(true)
  }
  return (
    <ProfileView
      user={user}
      slots={{
        notices: <ConsentNotice userId={user.id} />,
        avatar: <AvatarField user={user} editable />,
        form: editing ? <ProfileForm user={user} onDone={stopEditing} /> : undefined,
        actions: !editing && <OwnActions user={user} onEdit={() => setEditing(true)} focused={edited} />,
        own: true,
        projectsActions: user.projects.length > 0 && (
          <OwnProjectsActions projects={user.projects} ordering={ordering} onOrdering={setOrdering} />
        ),
        projectsList: <OwnProjects user={user} ordering={ordering} />,
        after: <OwnParts user={user} />,
      }}
    />
  )
}

/** Somebody's profile; leaders of their class see their file. */
const SeenProfile = ({ user }: { user: UserProfile }) => (
  <ProfileView user={user} slots={{ facts: user.login !== undefined && <PersonFile user={user} /> }} />
)

const ManagedProfile = ({ user }: { user: UserProfile }) => {
  const actor = useActor()
  return (
    <ProfileView
      user={user}
      slots={{
        notices: (
          <>
            {user.active === false && (
              <Box mb={5}>
                <Notice tone="warn">
                  <b>Учётная запись отключена.</b> Войти нельзя, профиль видят только кураторы.
                </Notice>
              </Box>
            )}
            {user.role.slug !== 'student' && <HandoverNotice userId={user.id} role={user.role.slug} />}
          </>
        ),
        facts: <PersonFile user={user} />,
        actions: <ManageUser user={user} />,
        after: (
          <>
            {user.role.slug === 'student' && curates(actor, 'courses') && <StudiesSection userId={user.id} />}
            <Certificates userId={user.id} managed />
            {user.role.slug === 'student' && <ConsentsOfChild user={user} />}
            <Access userId={user.id} managed />
          </>
        ),
      }}
    />
  )
}
