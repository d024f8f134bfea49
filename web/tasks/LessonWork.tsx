import { Skeleton } from '@mantine/core'
import { IconHeartFilled } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { Assignment } from '#contract/lessons/assignment.schema.ts'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { useUser } from '#web/auth/session.ts'
import { AttemptHistory } from '#web/tasks/AttemptHistory.tsx'
import { HandIn } from '#web/tasks/HandIn.tsx'
import classes from '#web/tasks/LessonWork.module.css'
import { NoWorkYet } from '#web/tasks/NoWorkYet.tsx'
import { formatScore, latestAttempt } from '#web/tasks/task-steps.ts'
import { usualWaitWords } from '#web/tasks/usual-wait.ts'
import type { TeamPartProps } from '#web/teams/TeamPart.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** A work that was never handed in has no conversation: with its field it comes when there is one. */
const Thread = latePart(
  async () => ({ default: (await import('#web/threads/Thread.tsx')).Thread }),
  () => <Skeleton height={200} />,
)

/** Most works are done alone. */
const TeamPart = latePart<TeamPartProps>(
  () => import('#web/teams/TeamPart.tsx'),
  () => <Skeleton height={132} radius="lg" />,
)

/** A student's work on the lesson, below its content: what is being written, what was handed in and said about it. */
export const LessonWork = ({ lesson }: { lesson: Lesson }) => {
  const user = useUser()
  const { task } = lesson
  const archived = lesson.course.status.slug === 'archived'
  const isStudent = user?.role.slug === 'student' && !isCourseStaff({ id: user.id, role: 'student' }, lesson.course)
  const isShown = lesson.assignment !== null && isStudent && (!archived || task !== null)
  useEffect(() => {
    // links from the list of works and from notifications lead right here
    if (isShown && location.hash === '#work') document.getElementById('work')?.scrollIntoView({ block: 'start' })
  }, [isShown])
  if (!isShown) return null
  return (
    <section id="work" aria-labelledby="work-title" className={classes.work}>
      <div className={classes.head}>
        <h2 id="work-title">Моя работа</h2>
        {task && (
          <span className={classes.state}>
            {task.likes.count > 0 && (
              <span className={classes.liked}>
                <IconHeartFilled size={16} aria-hidden="true" />
                Нравится!
              </span>
            )}
            <StatusBadge status={task.status} />
          </span>
        )}
      </div>
      {isTeamOpen(lesson) && (
        <TeamPart lessonId={lesson.id} task={task} teamSize={lesson.assignment.team_size} userId={user.id} />
      )}
      {task ? (
        <>
          <CurrentState task={task} userId={user.id} archived={archived} />
          <AttemptHistory task={task} />
          {task.attempts.length > 0 && <Thread task={task} readOnly={archived} />}
        </>
      ) : (
        <NoWorkYet lessonId={lesson.id} />
      )}
    </section>
  )
}

type AskingLesson = Lesson & { assignment: Assignment }

/** Whether the work is done together, and its team can still change. */
const isTeamOpen = (lesson: Lesson): lesson is AskingLesson =>
  lesson.assignment !== null &&
  lesson.assignment.team_size > 1 &&
  lesson.course.status.slug !== 'archived' &&
  (lesson.task === null || (lesson.task.status.slug === 'draft' && lesson.task.attempts.length === 0))

/** After a hand-in the focus goes on from the button, which is gone, to what became of the work. */
const useFocusOnMove = (slug: string) => {
  const outcome = useRef<HTMLDivElement>(null)
  const before = useRef(slug)
  useEffect(() => {
    if (before.current !== slug && slug === 'submitted') outcome.current?.focus()
    before.current = slug
  }, [slug])
  return outcome
}

const CurrentState = ({ task, userId, archived }: { task: Task; userId: number; archived: boolean }) => {
  const { slug } = task.status
  const outcome = useFocusOnMove(slug)
  if (slug === 'draft' || slug === 'returned') {
    return archived ? (
      <p className={classes.note}>Курс в архиве: работы в нём можно только читать.</p>
    ) : (
      <HandIn key={task.id} task={task} userId={userId} />
    )
  }
  return (
    <Card ref={outcome} tabIndex={-1} className={classes.outcome}>
      <Outcome task={task} />
    </Card>
  )
}

const Outcome = ({ task }: { task: Task }) => {
  const attempt = latestAttempt(task)
  switch (task.status.slug) {
    case 'submitted':
      return (
        <div role="status">
          <p className={classes.strong}>
            Работа отправлена, попытка {attempt?.number}, {attempt && formatMoment(attempt.submitted_at)}
          </p>
          <p className={classes.note}>
            Когда её проверят, придёт уведомление, а ответ появится здесь.
            {task.usual_wait !== null && ` ${usualWaitWords(task.usual_wait)}.`}
          </p>
        </div>
      )
    case 'accepted':
      return <p className={classes.strong}>Работа принята{task.score === null ? '' : `: ${formatScore(task.score)}`}</p>
    default: {
      const reason = task.thread.findLast(({ kind }) => kind === 'excused')?.text
      return (
        <>
          <p className={classes.strong}>Это задание делать не нужно</p>
          {reason && <p className={classes.note}>{reason}</p>}
        </>
      )
    }
  }
}
