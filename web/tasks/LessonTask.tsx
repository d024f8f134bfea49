import { Skeleton } from '@mantine/core'
import { IconHeartFilled } from '@tabler/icons-react'
import { isCourseStaff, newStudent } from '#contract/courses/courses.policy.ts'
import { readOnlyTexts } from '#contract/tasks/read-only-texts.ts'
import { isTeamOpen } from '#contract/tasks/tasks.policy.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { latePart } from '#web/app/late.tsx'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import { HandIn } from '#web/tasks/HandIn.tsx'
import classes from '#web/tasks/LessonTask.module.css'
import { NoTaskYet } from '#web/tasks/NoTaskYet.tsx'
import { Outcome } from '#web/tasks/Outcome.tsx'
import { WriteButton } from '#web/tasks/task-buttons.tsx'
import type { TeamPartProps } from '#web/teams/TeamPart.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** A task that was never handed in has no conversation: the conversation and its field appear once there is one. */
const Thread = latePart(
  async () => ({ default: (await import('#web/threads/Thread.tsx')).Thread }),
  () => <Skeleton height={200} />,
)

/** What was handed in, with its files and reviews; many open a lesson before that. */
const AttemptHistory = latePart<{ task: Task }>(
  async () => ({ default: (await import('#web/tasks/AttemptHistory.tsx')).AttemptHistory }),
  () => <Skeleton height={200} mt="sm" />,
)

/** Most tasks are done alone. */
const TeamPart = latePart<TeamPartProps>(
  () => import('#web/teams/TeamPart.tsx'),
  () => <Skeleton height={132} radius="lg" />,
)

/** A student's task of the lesson, below its content: what is being written, what was handed in, and its reviews. */
export const LessonTask = ({ lesson, task, actor }: { lesson: KeptLesson; task: Task | null; actor: Actor }) => {
  const archived = lesson.course.status.slug === 'archived'
  const isStudent = actor.role === 'student' && !isCourseStaff(actor, lesson.course)
  const { assignment } = lesson
  if (assignment === null || !isStudent || (archived && task === null)) return null
  return (
    <Stack as="section" id="work" aria-labelledby="work-title" gap={4} mt={7} className={classes.task}>
      <Row gap={2} gapX={4} wrap justify="between">
        <Text as="h2" size={8} id="work-title">
          Моя работа
        </Text>
        {task && (
          <Row as="span" gap={1.5} gapX={3} wrap>
            {task.likes.count > 0 && (
              <Row as="span" gap={1.5} size={3} tone="bad" weight="medium">
                <IconHeartFilled size={16} aria-hidden="true" />
                Нравится!
              </Row>
            )}
            <StatusBadge status={task.status} />
          </Row>
        )}
      </Row>
      {actor.id !== newStudent.id && !archived && isTeamOpen(assignment.team_size, task) && (
        <TeamPart lessonId={lesson.id} task={task} teamSize={assignment.team_size} userId={actor.id} />
      )}
      {task ? (
        <>
          <CurrentState task={task} userId={actor.id} archived={archived} />
          {task.attempts.length > 0 && <AttemptHistory task={task} />}
          {(task.attempts.length > 0 || task.thread.length > 0) && <Thread task={task} readOnly={archived} />}
        </>
      ) : (
        <NoTaskYet action={<WriteButton lessonId={lesson.id} />} />
      )}
    </Stack>
  )
}

const CurrentState = ({ task, userId, archived }: { task: Task; userId: number; archived: boolean }) => {
  const { slug } = task.status
  if (slug === 'draft' || slug === 'returned') {
    return (
      <>
        {archived && (
          <Text size={3} tone="quiet" loose>
            {readOnlyTexts['course-archived']}
          </Text>
        )}
        <HandIn key={task.id} task={task} userId={userId} readOnly={archived} />
      </>
    )
  }
  return (
    <Card>
      <Outcome task={task} />
    </Card>
  )
}
