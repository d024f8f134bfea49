import { IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CourseRow } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { CoverCard } from '#web/ui/CoverCard.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { countedStudents } from '#web/users/counted-students.ts'

const Teachers = ({ teachers }: Pick<CourseRow, 'teachers'>) => {
  const [first, second, ...others] = teachers
  if (!first) return null
  const names = [first, second].flatMap((teacher) => (teacher ? [fullName(teacher)] : []))
  return (
    <Text size={2} tone="quiet" loose>
      {names.join(', ')}
      {others.length > 0 && ` и ещё ${others.length}`}
    </Text>
  )
}

const Next = ({ course: { progress, lesson_count, next_lesson, status } }: { course: CourseRow }) => {
  if (!next_lesson || status.slug === 'archived') return null
  if (progress && progress.total > 0 && progress.accepted === progress.total)
    return (
      <Text size={2} tone="quiet" loose>
        Все задания курса приняты
      </Text>
    )
  if (progress && progress.total === 0 && progress.read === lesson_count)
    return (
      <Text size={2} tone="quiet" loose>
        Все уроки прочитаны
      </Text>
    )
  return (
    <Row
      as={Link}
      gap={2}
      pad={2}
      padX={4}
      size={3}
      tone="brand"
      weight="medium"
      tight
      ground="brand"
      round="s"
      to={pathTo('lessons.show', { id: next_lesson.id })}
    >
      <IconPlayerPlay size={16} aria-hidden="true" />
      <Text as="span" anywhere clamp={2}>
        Продолжить: {next_lesson.name}
      </Text>
    </Row>
  )
}

/** A course in the list; the whole card opens it, unless it has an `action`, as a deleted one does. */
export const CourseCard = ({ course, staff, action }: { course: CourseRow; staff: boolean; action?: ReactNode }) => {
  const { name, summary, status, cover, teachers, lesson_count, student_count, progress } = course
  const facts = [counted(lesson_count, 'урок', 'урока', 'уроков'), ...(staff ? [countedStudents(student_count)] : [])]
  return (
    <CoverCard
      cover={cover}
      ratio="400 / 170"
      off={Boolean(action)}
      foot={
        <>
          {progress && progress.total > 0 && (
            <ProgressBar done={progress.accepted} total={progress.total} label="Принято заданий" />
          )}
          {progress && progress.total === 0 && lesson_count > 0 && (
            <ProgressBar done={progress.read} total={lesson_count} label="Прочитано уроков" />
          )}
          {action || <Next course={course} />}
        </>
      }
    >
      {(staff || status.slug === 'archived') && (
        <Box mb={1}>
          <StatusBadge status={status} />
        </Box>
      )}
      <Text as="h2" anywhere>
        {action ? (
          name
        ) : (
          <Text as={Link} links="quiet" covers to={pathTo('courses.show', { id: course.id })}>
            {name}
          </Text>
        )}
      </Text>
      {summary && (
        <Text size={3} tone="soft" loose anywhere clamp={3}>
          {summary}
        </Text>
      )}
      <Teachers teachers={teachers} />
      <Text size={2} tone="quiet" loose>
        {facts.join(' · ')}
      </Text>
    </CoverCard>
  )
}
