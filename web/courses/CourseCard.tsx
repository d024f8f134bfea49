import { IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CourseRow } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import classes from '#web/courses/CourseCard.module.css'
import { Card } from '#web/ui/Card.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { counted } from '#web/ui/plural.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

const Teachers = ({ teachers }: Pick<CourseRow, 'teachers'>) => {
  const [first, second, ...others] = teachers
  if (!first) return null
  const names = [first, second].flatMap((teacher) => (teacher ? [fullName(teacher)] : []))
  return (
    <p className={classes.facts}>
      {names.join(', ')}
      {others.length > 0 && ` и ещё ${others.length}`}
    </p>
  )
}

const Next = ({ course: { progress, next_lesson, status } }: { course: CourseRow }) => {
  if (!next_lesson || status.slug === 'archived') return null
  if (progress && progress.total > 0 && progress.accepted === progress.total)
    return <p className={classes.facts}>Все задания курса приняты</p>
  return (
    <a className={classes.next} href={pathTo('lessons.show', { id: next_lesson.id })}>
      <IconPlayerPlay size={16} aria-hidden="true" />
      <span>Продолжить: {next_lesson.name}</span>
    </a>
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
      <div className={classes.body}>
        {(staff || status.slug === 'archived') && (
          <div className={classes.badge}>
            <StatusBadge status={status} />
          </div>
        )}
        <h2>
          {action ? (
            name
          ) : (
            <a className={classes.link} href={pathTo('courses.show', { id: course.id })}>
              {name}
            </a>
          )}
        </h2>
        {summary && <p className={classes.summary}>{summary}</p>}
        <Teachers teachers={teachers} />
        <p className={classes.facts}>{facts.join(' · ')}</p>
        <div className={classes.foot}>
          {progress && progress.total > 0 && (
            <ProgressBar done={progress.accepted} total={progress.total} label="Принято заданий" />
          )}
          {action || <Next course={course} />}
        </div>
      </div>
    </Card>
  )
}
