import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dayMs } from '#contract/durations.ts'
import { type BinnedLesson, binDays } from '#contract/lessons/lessons.schema.ts'
import { counted } from '#contract/plural.ts'
import { binQuery, useRestoreLesson } from '#web/lessons/lessons.queries.ts'
import { CardList } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LeavingRow } from '#web/ui/LeavingRow.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'

/** «Ещё 29 дней, 3 работы в журнале». */
const factsOf = ({ restorable_until, task_count }: BinnedLesson) => {
  const days = Math.max(1, Math.ceil((Date.parse(restorable_until) - Date.now()) / dayMs))
  const left = `вернуть можно ещё ${counted(days, 'день', 'дня', 'дней')}`
  return task_count > 0 ? `${left}, ${counted(task_count, 'работа', 'работы', 'работ')} в журнале` : left
}

/** «Корзина»: deleted lessons of a course, for its staff; nothing while it is empty. */
export const CourseBin = ({ courseId }: { courseId: number }) => {
  const query = useQuery(binQuery(courseId))
  const restore = useRestoreLesson()
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const lessons = query.data?.lessons ?? []
  if (lessons.length === 0) return null
  return (
    <Box as="section" mt={6} aria-labelledby="bin">
      <Row as="h2" gap={2} id="bin">
        <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        Корзина
      </Row>
      <Text mt={1} mb={3} size={3} tone="quiet" tight>
        Удалённые уроки лежат здесь {counted(binDays, 'день', 'дня', 'дней')}. Потом их уже не вернуть, а сданные работы
        и оценки остаются в журнале.
      </Text>
      <CardList>
        {lessons.map((lesson) => (
          <LeavingRow
            key={lesson.id}
            gap={2}
            gapX={4}
            wrap
            justify="between"
            pad={3}
            padX={4}
            last={`[data-outline-link="lesson-${lesson.id}"]`}
          >
            <Box as="span" from={12} anywhere>
              <b>{lesson.name}</b>
              <Text as="small" block tone="quiet">
                {factsOf(lesson)}
              </Text>
            </Box>
            <SteadyButton
              size="sm"
              variant="default"
              aria-label={`Вернуть урок: ${lesson.name}`}
              busy={restore.isPending && restore.variables?.id === lesson.id}
              onClick={() => restore.mutate(lesson)}
            >
              Вернуть
            </SteadyButton>
          </LeavingRow>
        ))}
      </CardList>
    </Box>
  )
}
