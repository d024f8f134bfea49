import { Button } from '@mantine/core'
import { IconFileImport, IconUserPlus } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { pathTo } from '#contract/pages.ts'
import { called } from '#contract/users/student-word.ts'
import { curates } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog, latePart } from '#web/app/late.tsx'
import { listPage } from '#web/app/list-address.ts'
import { usePageSearch } from '#web/app/page-params.ts'
import { currentUser } from '#web/auth/session.ts'
import { toActor, useActor } from '#web/auth/use-actor.ts'
import { cohortsQuery } from '#web/cohorts/cohorts.queries.ts'
import { waitingFilterOf, waitingQuery } from '#web/consents/consents.queries.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { newYearsQuery } from '#web/new-years/new-years.queries.ts'
import type { PageLoad } from '#web/page-module.ts'
import { importsQueries } from '#web/people-imports/people-imports.queries.ts'
import { Erasures } from '#web/privacy/Erasures.tsx'
import { erasuresQuery } from '#web/privacy/privacy.queries.ts'
import { registrationsQuery } from '#web/registrations/registrations.queries.ts'
import { NoAccess } from '#web/ui/NoAccess.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'
import { AllUsers } from '#web/users/AllUsers.tsx'
import { usersFilterOf } from '#web/users/PeopleFilters.tsx'
import { Students, studentsFilterOf } from '#web/users/Students.tsx'
import { studentsQuery, usersQuery } from '#web/users/users.queries.ts'

const Cohorts = latePart(
  () => import('#web/cohorts/Cohorts.tsx'),
  () => <SkeletonList />,
)
const NewYearPanel = latePart(
  () => import('#web/new-years/NewYearPanel.tsx'),
  () => <SkeletonList />,
)
const Registrations = latePart(
  () => import('#web/registrations/Registrations.tsx'),
  () => <SkeletonList />,
)
const PeopleImports = latePart(
  () => import('#web/people-imports/PeopleImports.tsx'),
  () => <SkeletonList />,
)
const WaitingChildren = latePart(
  () => import('#web/consents/WaitingChildren.tsx'),
  () => <SkeletonList />,
)
const UserForm = lateDialog(() => import('#web/users/UserForm.tsx'))

/** The list of the open tab; nothing for somebody who is known not to see it. */
export const load: PageLoad<'users.index'> = (_, search) => {
  const actor = toActor(currentUser())
  if (actor && !curates(actor, 'people')) return []
  if (search.tab === 'import') {
    PeopleImports.preload()
    return importsQueries(search)
  }
  if (search.tab === 'cohorts') {
    Cohorts.preload()
    return [cohortsQuery]
  }
  if (search.tab === 'new-year') {
    NewYearPanel.preload()
    return actor && !curates(actor, 'all') ? [] : [newYearsQuery]
  }
  if (search.tab === 'registrations') {
    Registrations.preload()
    return [registrationsQuery(listPage(search.page))]
  }
  if (search.tab === 'parents') {
    WaitingChildren.preload()
    return [waitingQuery(waitingFilterOf(search))]
  }
  if (search.tab === 'erasures') return [erasuresQuery(listPage(search.page))]
  if (search.tab === 'students') return [studentsQuery(studentsFilterOf(search))]
  return [usersQuery(usersFilterOf(search)), cohortsQuery, coursesQuery()]
}

/** The label of the classes is the school's word. */
const tabs = () => [
  { name: undefined, label: 'Все', href: pathTo('users.index') },
  { name: 'students', label: called('Студенты'), href: pathTo('users.index', {}, { tab: 'students' }) },
  { name: 'cohorts', label: '', href: pathTo('users.index', {}, { tab: 'cohorts' }) },
  { name: 'registrations', label: 'Ждут приёма', href: pathTo('users.index', {}, { tab: 'registrations' }) },
  { name: 'parents', label: 'Ждут согласия родителя', href: pathTo('users.index', {}, { tab: 'parents' }) },
  { name: 'erasures', label: 'Удаление данных', href: pathTo('users.index', {}, { tab: 'erasures' }) },
]

/** The lists besides that of everybody, by tab. */
const lists: Partial<Record<string, ComponentType>> = {
  students: Students,
  cohorts: Cohorts,
  'new-year': NewYearPanel,
  registrations: Registrations,
  parents: WaitingChildren,
  erasures: Erasures,
}

const UsersPage = () => {
  const actor = useActor()
  const [{ tab }] = usePageSearch('users.index')
  const [creating, setCreating] = useState(false)
  const Shown = (tab !== undefined && lists[tab]) || AllUsers
  if (!curates(actor, 'people'))
    return (
      <NoAccess
        text="Список пользователей ведут кураторы. Если вам нужно кого-то найти, напишите им."
        action={
          <Button component={Link} to="/" variant="default">
            На главную
          </Button>
        }
      />
    )
  if (tab === 'import') return <PeopleImports />
  return (
    <Wrap>
      <PageHeader
        title="Пользователи"
        actions={
          <>
            <Button
              component={Link}
              to={pathTo('users.index', {}, { tab: 'import' })}
              variant="default"
              leftSection={<IconFileImport size={18} aria-hidden="true" />}
            >
              Импорт из файла
            </Button>
            <Button leftSection={<IconUserPlus size={18} aria-hidden="true" />} onClick={() => setCreating(true)}>
              Новый пользователь
            </Button>
          </>
        }
      />
      <TabLinks
        label="Списки пользователей"
        tabs={tabs().map(({ name, label, href }) => ({
          label: label || cohortTitle('many'),
          href,
          current: name === (tab === 'new-year' ? 'cohorts' : tab),
        }))}
      />
      <Shown />
      {creating && <UserForm onClose={() => setCreating(false)} />}
    </Wrap>
  )
}

export default UsersPage
