import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { dayMs } from '#contract/durations.ts'
import type { Notification } from '#contract/notifications/notifications.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { taskAddress } from '#contract/tasks/task-places.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/home/Home.module.css'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { dueIn } from '#web/home/home-texts.ts'
import { NextLine } from '#web/home/NextLine.tsx'
import type { NextSteps as Steps } from '#web/home/next-steps.ts'
import { OfferLine } from '#web/home/OfferLine.tsx'
import { type Asked, isOverdue, overdueText } from '#web/tasks/overdue.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatMoment, formatTime } from '#web/ui/dates.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { useNow } from '#web/ui/use-now.ts'

const hotMs = 2 * dayMs

const Why = ({ tone, children }: { tone: 'bad' | 'warn' | 'brand' | 'quiet'; children: ReactNode }) => (
  <Text size={3} tone={tone} weight="strong">
    {children}
  </Text>
)

interface LineProps {
  now: Date
  first: boolean
}

/** What is to be handed in, by its due date if it has one. */
const AskedLine = ({ asked, now, first }: LineProps & { asked: Asked }) => {
  const { lesson, course, due_at, status } = asked
  const late = isOverdue(asked, now)
  const hot = due_at !== null && Date.parse(due_at) - now.getTime() < hotMs
  return (
    <NextLine
      first={first}
      tone={late ? 'bad' : hot ? 'warn' : 'brand'}
      why={
        <Why tone={late ? 'bad' : hot ? 'warn' : 'quiet'}>
          {due_at === null
            ? 'Вы начали работу'
            : late
              ? overdueText(due_at, now)
              : `Срок ${dueIn(due_at, formatTime(due_at), now)}`}
        </Why>
      }
      lesson={lesson.name}
      note={late && due_at ? `${course.name}. Срок был ${formatMoment(due_at)}` : course.name}
      act={status ? 'Продолжить' : 'Начать'}
      href={taskAddress(lesson.id)}
    />
  )
}

/** The reviewer's comment comes from the newest notification about the task, if it is still there. */
const commentOn = ({ lesson }: TaskRow, notifications: Notification[]) => {
  const returned = notifications.find((one) => one.type === 'task-returned' && one.lesson?.id === lesson.id)
  return returned?.user && returned.data.comment ? `${fullName(returned.user)}: «${returned.data.comment}»` : null
}

const ReturnedLine = ({ task, note, now, first }: LineProps & { task: TaskRow; note: string }) => (
  <NextLine
    first={first}
    tone={isOverdue(task, now) ? 'bad' : 'warn'}
    why={
      <Row gap={1} gapX={3} wrap>
        <StatusBadge status={task.status} />
        {task.due_at && (isOverdue(task, now) || new Date(task.due_at) >= now) && (
          <Why tone={isOverdue(task, now) ? 'bad' : 'quiet'}>
            {isOverdue(task, now)
              ? overdueText(task.due_at, now)
              : `Срок ${dueIn(task.due_at, formatTime(task.due_at), now)}`}
          </Why>
        )}
      </Row>
    }
    lesson={task.lesson.name}
    note={note}
    act="Исправить"
    href={taskAddress(task.lesson.id)}
  />
)

const LessonLine = ({ step: { course, lesson }, first }: { step: NonNullable<Steps['lesson']>; first: boolean }) => (
  <NextLine
    first={first}
    tone="brand"
    why={<Why tone="brand">Следующий урок</Why>}
    lesson={lesson.name}
    note={`${course.name} · урок ${lesson.number} из ${course.lesson_count}`}
    act="К уроку"
    href={pathTo('lessons.show', { id: lesson.id })}
  />
)

/** Lines of one kind, and how many more there are. */
const Group = ({ label, more, children }: { label: string; more?: string | false; children: ReactNode }) => (
  <section aria-label={label}>
    <Box as="ul" plain divided>
      {children}
    </Box>
    {more && (
      <Text links="plain" pad={3} padX={4.5} size={3} weight="medium" edge="top">
        <Link to={pathTo('tasks.index')}>{more}</Link>
      </Text>
    )}
  </section>
)

const Nothing = ({ waits, hasCourses }: { waits: boolean; hasCourses: boolean }) => (
  <Card>
    <Row gap={3} gapX={4} wrap>
      <Text as="span" tone="ok" fixed>
        <IconCircleCheck size={32} stroke={1.5} aria-hidden="true" />
      </Text>
      <Box from={16}>
        <Text as="h3" size={7} weight="strong" tight tabIndex={-1}>
          {hasCourses ? 'Всё сделано' : 'Сейчас ничего делать не нужно'}
        </Text>
        <Text mt={0.5} tone="soft">
          {waits
            ? 'Ваши работы у преподавателя: когда придёт ответ, вы увидите его здесь.'
            : hasCourses
              ? 'Новые уроки и задания появятся здесь. А пока можно перечитать любимый урок.'
              : 'Когда начнётся курс, здесь появятся следующий урок, задания и сроки.'}
        </Text>
      </Box>
      {hasCourses && (
        <Button component={Link} to={pathTo('projects.index')} variant="light">
          Смотреть проекты
        </Button>
      )}
    </Row>
  </Card>
)

/** The first thing on a student's main page: everything they may do next, the most urgent first, each with one act. */
export const NextSteps = ({
  steps,
  notifications,
  waits,
  hasCourses,
}: {
  steps: Steps
  notifications: Notification[]
  /** Whether a task is with the teacher. */
  waits: boolean
  hasCourses: boolean
}) => {
  const now = useNow()
  const section = useRef<HTMLElement>(null)
  const focusNext = useFocusNext(section)
  const { overdue, returned, soon, begun, lesson, offer, more } = steps
  const order = [...overdue, ...returned, ...soon, ...begun, lesson, offer].filter((step) => step !== null)
  const line = (step: (typeof order)[number]) => ({ now, first: step === order[0] })
  const askedLines = (all: Asked[]) =>
    all.map((asked) => <AskedLine key={asked.lesson.id} asked={asked} {...line(asked)} />)
  return (
    <HomeSection title="Что дальше" ref={section}>
      {order.length === 0 ? (
        <Nothing waits={waits} hasCourses={hasCourses} />
      ) : (
        <Card flush className={classes.next}>
          {overdue.length > 0 && (
            <Group
              label="Просрочено"
              more={
                more.overdue > 0 &&
                `Ещё ${counted(more.overdue, 'просроченная работа', 'просроченные работы', 'просроченных работ')}`
              }
            >
              {askedLines(overdue)}
            </Group>
          )}
          {returned.length > 0 && (
            <Group
              label="Вернулись на доработку"
              more={more.returned > 0 && `Ещё ${counted(more.returned, 'работа', 'работы', 'работ')} на доработке`}
            >
              {returned.map((task) => (
                <ReturnedLine
                  key={task.id}
                  task={task}
                  note={commentOn(task, notifications) ?? task.course.name}
                  {...line(task)}
                />
              ))}
            </Group>
          )}
          {soon.length > 0 && <Group label="Скоро срок">{askedLines(soon)}</Group>}
          {begun.length > 0 && <Group label="Начатые работы">{askedLines(begun)}</Group>}
          {lesson && (
            <Group label="Следующий урок">
              <LessonLine step={lesson} first={line(lesson).first} />
            </Group>
          )}
          {offer && (
            <Group label="Готово для проекта">
              <OfferLine
                offer={offer}
                first={line(offer).first}
                // it is the last line: to the one before it, or to what is said instead of lines
                onDecline={() => focusNext(':scope section:last-child li:last-child a, h3[tabindex]')}
              />
            </Group>
          )}
        </Card>
      )}
    </HomeSection>
  )
}
