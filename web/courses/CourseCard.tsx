import { IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CourseRow } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/courses/CourseCard.module.css'
import { Card } from '#web/ui/Card.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { Box, Stack, Text } from '#web/ui/layout.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { counted } from '#web/ui/plural.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

const Teachers = ({ teachers }: Pick<CourseRow, 'teachers'>) => {
  const [first, second, ...others] = teachers
  if (!first) return null
  const names = [first, second].flatMap((teacher) => (teacher ? [fullName(teacher)] : []))
  return (
    <Text size={2} tone="quiet" className={classes.facts}>
      {names.join(', ')}
      {others.length > 0 && ` и ещё ${others.length}`}
    </Text>
  )
}

const Next = ({ course: { progress, next_lesson, status } }: { course: CourseRow }) => {
  if (!next_lesson || status.slug === 'archived') return null
  if (progress && progress.total > 0 && progress.accepted === progress.total)
    return (
      <Text size={2} tone="quiet" className={classes.facts}>
        Все задания курса приняты
      </Text>
    )
  return (
    <Link className={classes.next} to={pathTo('lessons.show', { id: next_lesson.id })}>
      <IconPlayerPlay size={16} aria-hidden="true" />
      <Text as="span" anywhere clamp={2}>
        Продолжить: {next_lesson.name}
      </Text>
    </Link>
  )
}

/** A course in the list; the whole card opens it, unless `action` stands there for a deleted one. */
export const CourseCard = ({ course, staff, action }: { course: CourseRow; staff: boolean; action?: ReactNode }) => {
  const { name, summary, status, cover, teachers, lesson_count, student_count, progress } = course
  const facts = [
    counted(lesson_count, 'урок', 'урока', 'уроков'),
    ...(staff ? [counted(student_count, 'студент', 'студента', 'студентов')] : []),
  ]
  return (
    <Card flush className={classes.card} data-off={action ? true : undefined}>
      <Cover url={cover.url} ratio="400 / 170" className={classes.cover} />
      <Box gap={1.5} grow className={classes.body}>
        {(staff || status.slug === 'archived') && (
          <Box mb={1}>
            <StatusBadge status={status} />
          </Box>
        )}
        <h2>
          {action ? (
            name
          ) : (
            <Link className={classes.link} to={pathTo('courses.show', { id: course.id })}>
              {name}
            </Link>
          )}
        </h2>
        {summary && (
          <Text size={3} tone="soft" anywhere className={classes.summary}>
            {summary}
          </Text>
        )}
        <Teachers teachers={teachers} />
        <Text size={2} tone="quiet" className={classes.facts}>
          {facts.join(' · ')}
        </Text>
        <Stack gap={3} className={classes.foot}>
          {progress && progress.total > 0 && (
            <ProgressBar done={progress.accepted} total={progress.total} label="Принято заданий" />
          )}
          {action || <Next course={course} />}
        </Stack>
      </Box>
    </Card>
  )
}
