import { useQuery } from '@tanstack/react-query'
import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import { CohortRows } from '#web/cohorts/CohortRows.tsx'
import { cohortsQuery } from '#web/cohorts/cohorts.queries.ts'
import { hasFailed } from '#web/ui/first-load.ts'
import { Box, Stack } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'

/** The classes that a teacher leads, above the courses; nothing for who leads none. */
const OwnCohorts = () => {
  const query = useQuery(cohortsQuery)
  const cohorts = query.data?.cohorts ?? []
  if (hasFailed(query))
    return (
      <Box mb={6}>
        <PartError what={cohortCalled('many')} />
      </Box>
    )
  if (cohorts.length === 0) return null
  const title = `Мои ${cohortCalled('many')}`
  return (
    <Box mb={6}>
      <Stack as="section" gap={3} aria-label={title}>
        <h2>{title}</h2>
        <CohortRows cohorts={cohorts} label={title} />
      </Stack>
    </Box>
  )
}

export default OwnCohorts
