import { useQuery } from '@tanstack/react-query'
import { CohortRows } from '#web/cohorts/CohortRows.tsx'
import { cohortsQuery, useCohortWord } from '#web/cohorts/cohorts.queries.ts'
import { Box, Stack } from '#web/ui/layout.tsx'

/** The classes that a teacher leads, above the courses; nothing for who leads none. */
const OwnCohorts = () => {
  const word = useCohortWord()
  const cohorts = useQuery(cohortsQuery).data?.cohorts ?? []
  if (cohorts.length === 0) return null
  const title = `Мои ${word.many}`
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
