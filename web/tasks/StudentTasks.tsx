import { Button } from '@mantine/core'
import { IconChecklist, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import type { IdleReason } from '#contract/tasks/idle.ts'
import { taskAddress } from '#contract/tasks/task-places.ts'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import type { AssignmentAhead, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { idOf, usePageSearch } from '#web/app/page-params.ts'
import { useUser } from '#web/auth/session.ts'
import { Deadlines } from '#web/tasks/Deadlines.tsx'
import { isClosed, isToHandIn } from '#web/tasks/deadlines.ts'
import { type Asked, byDeadline, isOverdue, overdueText } from '#web/tasks/overdue.ts'
import classes from '#web/tasks/StudentTasks.module.css'
import { notBegun } from '#web/tasks/TaskFacts.tsx'
import { formatScore } from '#web/tasks/task-steps.ts'
import { aheadQuery, ownTasksQuery } from '#web/tasks/tasks.queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { Section } from '#web/ui/Section.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { showRest } from '#web/ui/show-rest.ts'
import { useNow } from '#web/ui/use-now.ts'

/** What is asked for, begun or not; of what is begun, all of its row. */
type TaskLine = Asked & Partial<TaskRow>

interface RowsGroup {
  title: string
  rows: TaskLine[]
}

/** Everything a student is or was asked for, what to do first before the rest. */
const groupsOf = (own: TaskRow[], ahead: AssignmentAhead[], now: Date): RowsGroup[] => {
  const live = own.filter(({ idle }) => !idle)
  const inState = (...slugs: TaskStatus[]) => live.filter(({ status }) => (slugs as string[]).includes(status.slug))
  const unsent: TaskLine[] = [...inState('draft'), ...ahead].toSorted(byDeadline)
  const ended = (row: TaskLine) => isClosed(row.closes_at, now)
  const onTime = unsent.filter((row) => !isOverdue(row, now))
  const done = (slug: TaskStatus) => own.filter(({ status }) => status.slug === slug)
  return [
    { title: 'Просрочено', rows: unsent.filter((row) => isOverdue(row, now)) },
    { title: 'Нужно исправить', rows: inState('returned').toSorted(byDeadline) },
    { title: 'Черновики', rows: onTime.filter((row) => row.status && !ended(row)) },
    { title: 'Ещё не начаты', rows: onTime.filter((row) => !row.status && !ended(row)) },
    { title: 'На проверке', rows: inState('submitted') },
    { title: 'Приём закрыт', rows: onTime.filter(ended) },
    { title: 'Принятые', rows: done('accepted') },
    { title: 'Освобождены', rows: done('excused') },
    {
      title: 'Только для чтения',
      rows: own.filter(({ idle, status }) => idle && ['draft', 'submitted', 'returned'].includes(status.slug)),
    },
  ].filter(({ rows }) => rows.length > 0)
}

/** The course that the address narrows the list down to, with the way back to all of them. */
const OnlyCourse = ({ name }: { name: string | undefined }) => (
  <>
    {name ? `Только курс «${name}»` : 'Только один курс'}.{' '}
    <Text as={Link} links="underlined" to={pathTo('tasks.index')}>
      Показать все задания
    </Text>
  </>
)

/** A student's own tasks and what is still ahead, by what there is to do about them; by choice those of one course. */
export const StudentTasks = () => {
  const courseId = idOf(usePageSearch('tasks.index')[0].course_id)
  const isShown = ({ course }: TaskLine) => courseId === null || course.id === courseId
  const courses = useUser()?.courses
  const own = useQuery(ownTasksQuery)
  const ahead = useQuery(aheadQuery)
  const now = useNow()
  return (
    <Wrap>
      <PageHeader title="Задания" subtitle={courseId !== null && <OnlyCourse name={courses?.[String(courseId)]} />} />
      <ListState
        query={own}
        isEmpty={(rows) => !rows.some(isShown) && ahead.data?.assignments.some(isShown) === false}
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
        {(rows) => (
          <ListState query={ahead}>
            {({ assignments }) => (
              <Stack gap={6}>
                {groupsOf(rows.filter(isShown), assignments.filter(isShown), now).map((group) => (
                  <Group key={group.title} {...group} />
                ))}
              </Stack>
            )}
          </ListState>
        )}
      </ListState>
    </Wrap>
  )
}

/** How many rows a group shows before the rest is asked for. */
const shown = 12

const Group = ({ title, rows }: RowsGroup) => {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  return (
    <Section
      title={
        <>
          {title}{' '}
          <Text as="span" tone="quiet" className={classes.count}>
            {rows.length}
          </Text>
        </>
      }
    >
      <Card flush>
        <Box as="ul" ref={list} divided plain>
          {(all ? rows : rows.slice(0, shown)).map((row) => (
            <li key={row.lesson.id}>
              <RowLink row={row} />
            </li>
          ))}
        </Box>
        {!all && rows.length > shown && (
          <Button variant="subtle" fullWidth onClick={() => showRest(list.current, shown, () => setAll(true))}>
            Показать все {rows.length}
          </Button>
        )}
      </Card>
    </Section>
  )
}

const RowLink = ({ row }: { row: TaskLine }) => {
  const { lesson, course, status = notBegun, due_at, closes_at, extension_asked, score, students = [], lease } = row
  const now = useNow()
  const open = !row.idle && (!row.status || isToHandIn(row.status.slug))
  const late = open && isOverdue(row, now)
  return (
    <Row as={Link} gap={3} gapX={4.5} hover="sunken" to={taskAddress(lesson.id)} className={classes.row}>
      <Text as="span" grow anywhere>
        <Text as="b" block weight="strong">
          {lesson.name}
        </Text>
        <Text as="small" tone="quiet">
          {course.name}
          {students.length > 1 && `, команда: ${counted(students.length, 'человек', 'человека', 'человек')}`}
        </Text>
      </Text>
      <Row as="span" gap={1} gapX={4} wrap justify="end" className={classes.facts}>
        {(open || (row.status?.slug === 'submitted' && !row.idle)) && (
          <Stack as="span" align="end" className={classes.deadlines}>
            {late && (
              <Text as="b" size={3} tone="bad" weight="strong">
                {overdueText(due_at as string, now)}
              </Text>
            )}
            <Deadlines due={due_at} closes={closes_at} open={open && !late} extended={row.extended_until != null} />
            {open && extension_asked && (
              <Text as="small" tone="quiet">
                Вы попросили до {formatMoment(extension_asked)}
              </Text>
            )}
            {lease && (
              <Text as="small" tone="quiet">
                Проверяет {fullName(lease.user)}
              </Text>
            )}
          </Stack>
        )}
        {row.idle && (
          <Text as="small" tone="quiet">
            {idleTexts[row.idle]}
          </Text>
        )}
        {score != null && (
          <Text as="span" size={3} weight="strong" nowrap>
            {formatScore(score, row.mark)}
          </Text>
        )}
        <StatusBadge status={status} />
      </Row>
      <Text as="span" tone="quiet" className={classes.onwards}>
        <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
      </Text>
    </Row>
  )
}

const idleTexts: Record<IdleReason, string> = {
  'course-archived': 'Курс в архиве',
  left: 'Вы больше не на курсе',
  'lesson-hidden': 'Урок закрыт',
  'lesson-deleted': 'Урок удалён',
}
