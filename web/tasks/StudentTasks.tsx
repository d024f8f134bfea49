import { Button } from '@mantine/core'
import { IconChecklist, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import type { TaskRow, TaskStatus } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { Deadlines } from '#web/tasks/Deadlines.tsx'
import { isToHandIn } from '#web/tasks/deadlines.ts'
import classes from '#web/tasks/StudentTasks.module.css'
import { formatScore } from '#web/tasks/task-steps.ts'
import { ownTasksQuery } from '#web/tasks/tasks.queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatInWords } from '#web/ui/durations.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { counted } from '#web/ui/plural.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** What to do first stands first. */
const groups: [TaskStatus, string][] = [
  ['returned', 'Нужно исправить'],
  ['draft', 'Черновики'],
  ['submitted', 'На проверке'],
  ['accepted', 'Принятые'],
  ['excused', 'Освобождены'],
]

/** The nearest deadline first, works without one last. */
const byDeadline = (a: TaskRow, b: TaskRow) => {
  const [first, second] = [a, b].map(({ due_at, closes_at }) => due_at ?? closes_at ?? '9') as [string, string]
  return first < second ? -1 : Number(first > second)
}

/** A student's own works, by what there is to do about them. */
export const StudentTasks = () => {
  const query = useQuery(ownTasksQuery)
  return (
    <Wrap>
      <PageHeader title="Задания" />
      <ListState
        query={query}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <EmptyState
            icon={IconChecklist}
            title="Работ пока нет"
            text="Откройте урок с заданием и начните: черновик сохраняется сам, а работа появится здесь."
            action={
              <Button component={Link} to={pathTo('courses.index')}>
                К курсам
              </Button>
            }
          />
        }
      >
        {(rows) =>
          groups.map(([slug, title]) => {
            const rowsOf = rows.filter(({ status }) => status.slug === slug)
            const own = isToHandIn(slug) ? rowsOf.toSorted(byDeadline) : rowsOf
            return own.length > 0 && <Group key={slug} title={title} rows={own} />
          })
        }
      </ListState>
    </Wrap>
  )
}

const Group = ({ title, rows }: { title: string; rows: TaskRow[] }) => (
  <section className={classes.group}>
    <h2>
      {title} <span>{rows.length}</span>
    </h2>
    <Card flush>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.id}>
            <Row row={row} />
          </li>
        ))}
      </ul>
    </Card>
  </section>
)

const Row = ({ row }: { row: TaskRow }) => {
  const { lesson, course, status, due_at, closes_at, extended_until, extension_asked, score, students, lease } = row
  const open = isToHandIn(status.slug)
  return (
    <a href={`${pathTo('lessons.show', { id: lesson.id })}#work`} className={classes.row}>
      <span className={classes.words}>
        <b>{lesson.name}</b>
        <small>
          {course.name}
          {students.length > 1 && `, команда: ${counted(students.length, 'человек', 'человека', 'человек')}`}
        </small>
      </span>
      <span className={classes.facts}>
        {(open || status.slug === 'submitted') && (
          <span className={classes.deadlines}>
            <Deadlines due={due_at} closes={closes_at} open={open} extended={extended_until !== null} />
            {open && extension_asked && <small>Вы попросили до {formatInWords(extension_asked)}</small>}
            {lease && <small>Проверяет {fullName(lease.user)}</small>}
          </span>
        )}
        {score !== null && <span className={classes.score}>{formatScore(score)}</span>}
        <StatusBadge status={status} />
      </span>
      <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
    </a>
  )
}
