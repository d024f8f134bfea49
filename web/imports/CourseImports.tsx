import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Import } from '#contract/imports/imports.schema.ts'
import { counted } from '#contract/plural.ts'
import { lateDialog } from '#web/app/late.tsx'
import { courseImportsQuery } from '#web/imports/imports.queries.ts'
import { CardList } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { hasFailed } from '#web/ui/first-load.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'

const ImportDialog = lateDialog<{ course: { id: number; name: string }; shownId: number; onClose: () => void }>(
  () => import('#web/imports/ImportDialog.tsx'),
)

/** «12 уроков, 3 замечания». */
const factsOf = ({ status, done, total, warnings, lesson_ids }: Import) => {
  if (status === 'running') return total > 0 ? `Сохранено ${done} из ${total}` : 'Читаем файл'
  if (status === 'failed') return 'Не получился, ничего не изменилось'
  const lessons = counted(lesson_ids.length, 'урок', 'урока', 'уроков')
  return warnings.length > 0
    ? `${lessons}, ${counted(warnings.length, 'замечание', 'замечания', 'замечаний')}`
    : lessons
}

/** The imports into a course with their reports, for a day and as long as they can be undone; nothing without any. */
export const CourseImports = ({ course }: { course: { id: number; name: string } }) => {
  const query = useQuery(courseImportsQuery(course.id))
  const [shownId, setShownId] = useState<number | null>(null)
  const imports = query.data?.imports ?? []
  return (
    <>
      {hasFailed(query) && (
        <Box mt={6}>
          <PartError what="отчёты об импорте" />
        </Box>
      )}
      {imports.length > 0 && (
        <Box as="section" mt={6} aria-labelledby="imports">
          <Row as="h2" gap={2} mb={3} id="imports">
            <IconUpload size={20} stroke={1.75} aria-hidden="true" />
            Импорт
          </Row>
          <CardList>
            {imports.map((made) => (
              <Row as="li" gap={2} gapX={4} wrap justify="between" pad={3} padX={4} key={made.id}>
                <Box as="span" from={12} anywhere>
                  <b>{formatMoment(made.created_at)}</b>
                  <Text as="small" block tone="quiet">
                    {factsOf(made)}
                  </Text>
                </Box>
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Отчёт об импорте ${formatMoment(made.created_at)}`}
                  onClick={() => setShownId(made.id)}
                >
                  {made.status === 'running' ? 'Следить' : 'Отчёт'}
                </Button>
              </Row>
            ))}
          </CardList>
        </Box>
      )}
      {shownId !== null && <ImportDialog course={course} shownId={shownId} onClose={() => setShownId(null)} />}
    </>
  )
}
