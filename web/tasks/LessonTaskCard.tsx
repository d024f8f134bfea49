import { Button } from '@mantine/core'
import { isCourseStaff, newStudent } from '#contract/courses/courses.policy.ts'
import type { Assignment } from '#contract/lessons/assignment.schema.ts'
import { pathTo } from '#contract/pages.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { Acts } from '#web/courses/as-student.tsx'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import { AssignmentText } from '#web/tasks/AssignmentText.tsx'
import { Deadlines } from '#web/tasks/Deadlines.tsx'
import { isExtended, isToHandIn } from '#web/tasks/deadlines.ts'
import { handInFacts } from '#web/tasks/hand-in-kinds.ts'
import classes from '#web/tasks/LessonTaskCard.module.css'
import { OwnTask } from '#web/tasks/OwnTask.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { useStickyTop } from '#web/ui/use-sticky-top.ts'

/**
 * What the lesson asks for and how far its reader has come: the card beside the lesson. Nothing without an assignment.
 */
export const LessonTaskCard = ({ lesson, task, actor }: { lesson: KeptLesson; task: Task | null; actor: Actor }) => {
  const card = useStickyTop<HTMLDivElement>(88)
  const { assignment } = lesson
  if (!assignment) return null
  const isStaff = isCourseStaff(actor, lesson.course)
  return (
    <Stack as={Card} ref={card} gap={4} role="region" aria-label="Задание">
      <div>
        <Row gap={1.5} gapX={3} wrap justify="between" mb={1.5}>
          <h2>Задание</h2>
          {task && <StatusBadge status={task.status} />}
        </Row>
        <Deadlines {...deadlinesOf(assignment, task)} open={!isStaff && (!task || isToHandIn(task.status.slug))} />
        <HandInFacts assignment={assignment} />
      </div>
      {/* what came back is to be fixed: that comes before what was asked for */}
      {task?.status.slug !== 'returned' && <AssignmentText assignment={assignment} />}
      {isStaff ? (
        <Button component={Link} to={pathTo('tasks.index', {}, { lesson_id: lesson.id })} variant="default" fullWidth>
          Работы {called('студентов')}
        </Button>
      ) : (
        actor.role === 'student' && (
          <Acts disabled={actor.id === newStudent.id}>
            <OwnTask lesson={lesson} task={task} userId={actor.id} />
          </Acts>
        )
      )}
      {task?.status.slug === 'returned' && (
        <Stack gap={4} edge="top" className={classes.asked}>
          <AssignmentText assignment={assignment} />
        </Stack>
      )}
    </Stack>
  )
}

/** A task may have more time than its assignment gives. */
const deadlinesOf = (assignment: Assignment, task: Task | null) => ({
  due: task ? task.due_at : assignment.due_at,
  closes: task ? task.closes_at : assignment.closes_at,
  extended: task !== null && isExtended(task, assignment),
})

/** What may be handed in, when that is not simply everything. */
const HandInFacts = ({ assignment }: { assignment: Assignment }) => {
  const facts = handInFacts(assignment)
  return (
    facts.length > 0 && (
      <Text as="span" block size={2} tone="quiet" tight>
        {facts.join('. ')}
      </Text>
    )
  )
}
