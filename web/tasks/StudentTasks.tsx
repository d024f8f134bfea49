import { Button } from '@mantine/core'
import { IconChecklist, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import type { TaskRow, TaskStatus } from '#contract/tasks/tasks.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { DueDate } from '#web/tasks/DueDate.tsx'
import classes from '#web/tasks/StudentTasks.module.css'
import { formatScore } from '#web/tasks/task-steps.ts'
import { ownTasksQuery } from '#web/tasks/tasks.queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** What to do first stands first. */
const groups: [TaskStatus, string][] = [
  ['returned', 'Нужно исправить'],
  ['draft', 'Черновики'],
  ['submitted', 'На проверке'],
  ['accepted', 'Принятые'],
  ['excused', 'Освобождены'],
]

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
            const own = rows.filter(({ status }) => status.slug === slug)
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

const Row = ({ row: { lesson, course, status, due_at, score } }: { row: TaskRow }) => (
  <a href={`${pathTo('lessons.show', { id: lesson.id })}#work`} className={classes.row}>
    <span className={classes.words}>
      <b>{lesson.name}</b>
      <small>{course.name}</small>
    </span>
    <span className={classes.facts}>
      {due_at && <DueDate due={due_at} open={status.slug === 'returned' || status.slug === 'draft'} />}
      {score !== null && <span className={classes.score}>{formatScore(score)}</span>}
      <StatusBadge status={status} />
    </span>
    <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
  </a>
)
