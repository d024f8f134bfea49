import { Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { type PageAddress, pathTo } from '#contract/pages.ts'
import { isTeamOpen } from '#contract/tasks/tasks.policy.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { usePlace } from '#web/app/use-place.ts'
import { AssignmentPanel } from '#web/tasks/AssignmentPanel.tsx'
import { AttemptHistory } from '#web/tasks/AttemptHistory.tsx'
import { CurrentTask } from '#web/tasks/CurrentTask.tsx'
import { isToHandIn } from '#web/tasks/deadlines.ts'
import type { FixPanelProps } from '#web/tasks/FixPanel.tsx'
import { NextAction } from '#web/tasks/NextAction.tsx'
import { TaskFacts } from '#web/tasks/TaskFacts.tsx'
import { TaskSteps } from '#web/tasks/TaskSteps.tsx'
import classes from '#web/tasks/TaskView.module.css'
import { ActionBar, type TaskPage } from '#web/tasks/task-page.ts'
import { shownVerdict } from '#web/tasks/task-steps.ts'
import type { TeamPartProps } from '#web/teams/TeamPart.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useStickyTop } from '#web/ui/use-sticky-top.ts'

const FixPanel = latePart<FixPanelProps>(
  () => import('#web/tasks/FixPanel.tsx'),
  () => <Skeleton height={160} radius="lg" />,
)

/** Few tasks have a conversation before they are handed in: with its field it comes when there is one. */
const Thread = latePart(
  async () => ({ default: (await import('#web/threads/Thread.tsx')).Thread }),
  () => <Skeleton height={200} />,
)

/** Most tasks are done alone. */
const TeamPart = latePart<TeamPartProps>(
  () => import('#web/teams/TeamPart.tsx'),
  () => <Skeleton height={132} radius="lg" />,
)

/** The header and the line of facts, and the bar below, in pixels. */
const above = 128
const bar = 72

/**
 * A student's own task: its state and the next thing to do stay in sight, what to fix is beside what is being
 * written, and below is all that was handed in and said.
 */
export const TaskView = ({ page }: { page: TaskPage }) => {
  const { lesson, task, assignment, readOnly, userId } = page
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const side = useStickyTop<HTMLElement>(above, bar)
  usePlace()
  const verdict = task && shownVerdict(task)
  // what to fix needs the room beside the answer for itself
  const isReturned = verdict?.verdict === 'returned'
  const teamOpen = !readOnly && assignment !== null && isTeamOpen(assignment.team_size, task)
  return (
    <div className={classes.view}>
      <Box as="header" anywhere className={classes.head}>
        <Crumbs page={page} />
        <h1>{lesson.name}</h1>
      </Box>
      <TaskFacts page={page} />
      <div className={classes.columns}>
        <Stack as="section" ref={side} gap={4} shrink className={classes.side} aria-label="Задание">
          {task && isReturned && <FixPanel task={task} review={verdict} userId={userId} readOnly={readOnly !== null} />}
          <AssignmentPanel page={page} />
          {task && task.attempts.length > 0 && !isReturned && <Steps task={task} />}
        </Stack>
        <Stack as="section" id="work" gap={4} shrink className={classes.main} aria-labelledby="work-title">
          {readOnly && (
            <Notice icon="archive" tone="warn">
              {readOnly}
            </Notice>
          )}
          {teamOpen && <TeamPart lessonId={lesson.id} task={task} teamSize={assignment.team_size} userId={userId} />}
          <ActionBar value={slot}>
            <CurrentTask page={page} />
          </ActionBar>
          {task && isReturned && <Steps task={task} />}
          {task && <AttemptHistory task={task} verdictAbove={verdict?.attempt ?? null} />}
          {task && (task.attempts.length > 0 || task.thread.length > 0) && (
            <Thread task={task} readOnly={readOnly !== null} />
          )}
        </Stack>
      </div>
      <section ref={setSlot} className={classes.bar} aria-label="Что дальше">
        {!readOnly && !(task && isToHandIn(task.status.slug)) && <NextAction page={page} />}
      </section>
    </div>
  )
}

const Steps = ({ task }: { task: Task }) => (
  <Box pad={4} ground="surface" round="m" edge="line">
    <TaskSteps task={task} />
  </Box>
)

const Crumbs = ({ page: { lesson, course, assignment } }: { page: TaskPage }) => (
  <Row
    as="nav"
    gap={1}
    gapX={4}
    wrap
    mb={1.5}
    size={3}
    tone="quiet"
    className={classes.crumbs}
    aria-label="Путь к странице"
  >
    {assignment ? (
      <Back to={pathTo('lessons.show', { id: lesson.id })}>К уроку</Back>
    ) : (
      <Back to={pathTo('tasks.index')}>К заданиям</Back>
    )}
    <Text as="span" shrink anywhere>
      {course.name}
    </Text>
  </Row>
)

const Back = ({ to, children }: { to: PageAddress; children: string }) => (
  <Row as={Link} inline links="plain" gap={1.5} weight="medium" fixed to={to} className={classes.back}>
    <IconArrowLeft size={16} stroke={2} aria-hidden="true" />
    {children}
  </Row>
)
