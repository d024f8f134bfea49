import { Button, Skeleton } from '@mantine/core'
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { cohortCalled, cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { canManageCohorts } from '#contract/cohorts/cohorts.policy.ts'
import type { Cohort } from '#contract/cohorts/cohorts.schema.ts'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { lateDialog, latePart } from '#web/app/late.tsx'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageId, usePageSearch } from '#web/app/page-params.ts'
import { currentUser } from '#web/auth/session.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { CohortProgress } from '#web/cohorts/CohortProgress.tsx'
import { daysOf } from '#web/cohorts/cohort-days.ts'
import { cohortProgressQuery, cohortQuery, useRemoveCohort } from '#web/cohorts/cohorts.queries.ts'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import type { PageLoad } from '#web/page-module.ts'
import { confirm } from '#web/ui/confirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Stack } from '#web/ui/layout.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'
import { toast } from '#web/ui/toasts.ts'

const CohortForm = lateDialog(() => import('#web/cohorts/CohortForm.tsx'))
const ClassPasswords = lateDialog(() => import('#web/cohorts/ClassPasswords.tsx'))
const CohortCodes = latePart<{ cohortId: number }>(
  async () => ({ default: (await import('#web/cohorts/CohortCodes.tsx')).CohortCodes }),
  () => <Skeleton height={220} radius="lg" />,
)
const CohortMembers = latePart<{ cohort: Cohort }>(
  () => import('#web/cohorts/CohortMembers.tsx'),
  () => <Skeleton height={320} radius="lg" />,
)

const wantsMembers = (search: PageSearch<'cohorts.show'>) => search.view === 'members'

/** The class, and the progress of its students unless its members are asked for. */
export const load: PageLoad<'cohorts.show'> = ({ id }, search) => {
  if (currentUser()?.role.slug === 'student') return []
  if (!wantsMembers(search)) return [cohortQuery(Number(id)), cohortProgressQuery(Number(id))]
  CohortMembers.preload()
  return [cohortQuery(Number(id))]
}

/** What curators do with a class as a whole. */
const Actions = ({ cohort }: { cohort: Cohort }) => {
  const navigate = useNavigate()
  const remove = useRemoveCohort(cohort.id)
  const [editing, setEditing] = useState(false)
  const askAndRemove = async () => {
    const accepted = await confirm({
      title: `Удалить ${cohortCalled('this')} «${cohort.name}»?`,
      text: `${called('Студенты')} уйдут с курсов ${cohortCalled('of')}, если не записаны на них ещё и отдельно. Работы и оценки сохранятся.`,
      accept: 'Удалить',
      danger: true,
    })
    if (!accepted) return
    remove.mutate(undefined, {
      onSuccess: () => {
        toast({ severity: 'success', summary: 'Удалено', detail: cohort.name })
        void navigate({ to: pathTo('users.index', {}, { tab: 'cohorts' }) })
      },
      onError: (error) => reportError(error, 'Не удалось удалить'),
    })
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={17} aria-hidden="true" />}
        onClick={() => setEditing(true)}
      >
        Название и даты
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={17} aria-hidden="true" />}
        loading={remove.isPending}
        onClick={() => void askAndRemove()}
      >
        Удалить
      </Button>
      {editing && <CohortForm cohort={cohort} onClose={() => setEditing(false)} />}
    </>
  )
}

/** New passwords on paper, also by those who lead the class. */
const GivePasswords = ({ cohort }: { cohort: Cohort }) => {
  const [giving, setGiving] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconKey size={17} aria-hidden="true" />} onClick={() => setGiving(true)}>
        Пароли на бумаге
      </Button>
      {giving && <ClassPasswords cohort={cohort} onClose={() => setGiving(false)} />}
    </>
  )
}

const CohortView = ({ cohort, manages }: { cohort: Cohort; manages: boolean }) => {
  const [search] = usePageSearch('cohorts.show')
  const members = manages && wantsMembers(search)
  const leaders = cohort.leaders.length > 0 && `${cohortCalled('leader')}: ${cohort.leaders.map(fullName).join(', ')}`
  const params = { id: cohort.id }
  return (
    <Wrap size={members ? 'normal' : 'wide'}>
      <PageHeader
        title={cohort.name}
        subtitle={[leaders, daysOf(cohort)].filter(Boolean).join(' · ')}
        crumbs={[
          manages
            ? { label: cohortTitle('many'), href: pathTo('users.index', {}, { tab: 'cohorts' }) }
            : { label: 'Курсы', href: pathTo('courses.index') },
        ]}
        actions={
          <>
            {cohort.students.length > 0 && <GivePasswords cohort={cohort} />}
            {manages && <Actions cohort={cohort} />}
          </>
        }
      />
      {manages && (
        <TabLinks
          label="Что показать"
          tabs={[
            { label: 'Успехи', href: pathTo('cohorts.show', params), current: !members },
            { label: 'Состав', href: pathTo('cohorts.show', params, { view: 'members' }), current: members },
          ]}
        />
      )}
      {members ? <CohortMembers cohort={cohort} /> : <CohortProgress cohort={cohort} manages={manages} />}
      {!manages && (
        <Box mt={5}>
          <CohortCodes cohortId={cohort.id} />
        </Box>
      )}
    </Wrap>
  )
}

const Outline = () => (
  <Wrap size="wide">
    <Stack gap={4.5} role="status" aria-label="Загрузка">
      <Skeleton height={40} width="40%" />
      <Skeleton height={420} radius="lg" />
    </Stack>
  </Wrap>
)

const CohortPage = () => {
  const id = usePageId('cohorts.show')
  const actor = useActor()
  const query = useQuery(cohortQuery(id))
  usePageTitle(query.data?.cohort.name)
  if (!actor) return null
  // a colleague has deleted it meanwhile: nothing of what is shown could be changed
  if (query.error instanceof ApiError && query.error.status === 404) return <ErrorState error={query.error} page />
  return (
    <ListState query={query} skeleton={<Outline />} page>
      {({ cohort }) => <CohortView cohort={cohort} manages={canManageCohorts(actor)} />}
    </ListState>
  )
}

export default CohortPage
