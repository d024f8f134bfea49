import { Button } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cohortCalled, cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { pathTo } from '#contract/pages.ts'
import { called } from '#contract/users/student-word.ts'
import { curates } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { useActor } from '#web/auth/use-actor.ts'
import { CohortRows } from '#web/cohorts/CohortRows.tsx'
import { cohortsQuery } from '#web/cohorts/cohorts.queries.ts'
import { EmptyCard } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'

const CohortForm = lateDialog(() => import('#web/cohorts/CohortForm.tsx'))

/** All classes of the school, for curators. */
const Cohorts = () => {
  const query = useQuery(cohortsQuery)
  const beginsYears = curates(useActor(), 'all')
  const [creating, setCreating] = useState(false)
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {cohortCalled('fresh')}
    </Button>
  )
  return (
    <>
      <ListState
        query={query}
        isEmpty={({ cohorts }) => cohorts.length === 0}
        empty={
          <EmptyCard
            icon={IconUsersGroup}
            title={`Здесь будут ${cohortCalled('many')}`}
            text={`Создайте ${cohortCalled('first')} и добавьте ${called('студентов')} и курсы. ${called('Студенты')} сразу запишутся на все эти курсы, а руководитель увидит, кто отстаёт.`}
            action={create}
          />
        }
      >
        {({ cohorts }) => (
          <Stack gap={4}>
            <Row justify="end" gap={2} wrap>
              {beginsYears && (
                <Button component={Link} to={pathTo('users.index', {}, { tab: 'new-year' })} variant="default">
                  Новый учебный год
                </Button>
              )}
              {create}
            </Row>
            <CohortRows cohorts={cohorts} label={cohortTitle('many')} />
          </Stack>
        )}
      </ListState>
      {creating && <CohortForm onClose={() => setCreating(false)} />}
    </>
  )
}

export default Cohorts
