import type { CourseRow } from '#contract/courses/courses.schema.ts'
import { dayMs } from '#contract/durations.ts'
import type { ProjectOffer, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { type Asked, byDeadline, isOverdue } from '#web/tasks/overdue.ts'

/** For how long before its due date a task counts as urgent, in milliseconds. */
const soonMs = 7 * dayMs

/** Max steps of a kind: the others are on the page of tasks. */
const shown = { overdue: 3, returned: 5, soon: 5, begun: 2 }

/** A lesson to continue with. */
type LessonToContinue = NonNullable<CourseRow['next_lesson']>

interface LessonStep {
  course: CourseRow
  lesson: LessonToContinue
}

/** What a student may do next; each thing is in it once. */
export interface NextSteps {
  overdue: Asked[]
  returned: TaskRow[]
  /** Due within a week. */
  soon: Asked[]
  /** Begun, with no due date. */
  begun: Asked[]
  lesson: LessonStep | null
  offer: ProjectOffer | null
  /** How many overdue and returned tasks are left out. */
  more: { overdue: number; returned: number }
  /** Due later: no steps yet. */
  later: Asked[]
  /** The lessons to continue courses with, by course; those that are among the steps are left out. */
  lessons: ReadonlyMap<number, LessonToContinue>
}

interface Known {
  returned: TaskRow[]
  /** Drafts, and what is not begun. */
  unsent: Asked[]
  submitted: TaskRow[]
  courses: CourseRow[]
  offer: ProjectOffer | null
}

/** Whether all tasks of a course are accepted. */
const isDone = ({ progress }: CourseRow) =>
  progress !== null && progress.total > 0 && progress.accepted === progress.total

/** Whether nothing in the course can be continued. */
export const isOver = ({ status }: CourseRow) => status.slug === 'archived'

/**
 * The lesson to continue a course with, without those that are elsewhere; null when nothing is left to do. `asked`:
 * lessons with something to hand in.
 */
const lessonToContinue = (course: CourseRow, elsewhere: ReadonlySet<number>, asked: ReadonlySet<number>) => {
  const { next_lesson, following_lesson, progress, lesson_count } = course
  if (isDone(course)) return null
  // where nothing is left to do the course names its first lesson again
  const isLeft = (lesson: LessonToContinue) => asked.has(lesson.id) || (progress?.read ?? 0) < lesson_count
  return [next_lesson, following_lesson].find((lesson) => lesson && isLeft(lesson) && !elsewhere.has(lesson.id)) ?? null
}

const idsOf = (rows: { lesson: { id: number } }[]) => rows.map(({ lesson }) => lesson.id)

const listedFirst = (a: CourseRow, b: CourseRow) => Number(isDone(a)) - Number(isDone(b))

/** Courses in the order in which they are continued, without archived ones. */
export const openCourses = (courses: CourseRow[]) => courses.filter((course) => !isOver(course)).toSorted(listedFirst)

/** Everything a student may do next, the most urgent first within each kind. */
export const nextSteps = ({ returned, unsent, submitted, courses, offer }: Known, now: Date): NextSteps => {
  const isAhead = ({ due_at }: Asked) => due_at !== null && new Date(due_at) >= now
  const isSoon = (asked: Asked) => isAhead(asked) && Date.parse(asked.due_at as string) - now.getTime() < soonMs
  const waiting = unsent.toSorted(byDeadline)
  const overdue = waiting.filter((asked) => isOverdue(asked, now))
  const soon = waiting.filter(isSoon).slice(0, shown.soon)
  const begun = waiting.filter(({ status, due_at }) => status && due_at === null).slice(0, shown.begun)
  const fixes = returned.toSorted(byDeadline)
  const tasks = new Set(idsOf([...overdue, ...returned, ...soon, ...begun, ...submitted]))
  const asked = new Set(idsOf([...unsent, ...returned]))
  const continued = openCourses(courses).flatMap((course): LessonStep[] => {
    const lesson = lessonToContinue(course, tasks, asked)
    return lesson ? [{ course, lesson }] : []
  })
  const [step = null] = continued
  const listed = new Set([...tasks, ...(step ? [step.lesson.id] : [])])
  return {
    overdue: overdue.slice(0, shown.overdue),
    returned: fixes.slice(0, shown.returned),
    soon,
    begun,
    lesson: step,
    offer,
    more: {
      overdue: Math.max(0, overdue.length - shown.overdue),
      returned: Math.max(0, returned.length - shown.returned),
    },
    later: waiting.filter((asked) => isAhead(asked) && !listed.has(asked.lesson.id)),
    lessons: new Map(continued.flatMap((one) => (one === step ? [] : [[one.course.id, one.lesson]]))),
  }
}
