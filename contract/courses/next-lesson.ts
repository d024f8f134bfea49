// in a file without schemas: the page of a course loads no zod
import type { TaskStatus } from '#contract/tasks/tasks.statuses.ts'

/** What a lesson asks of its student, as `OutlineLesson` has it. */
interface AskedOf {
  read: boolean
  /** Null while it is open. */
  locked: object | null
  has_assignment: boolean
  /** Null before it is begun. */
  task: { status: { slug: TaskStatus } } | null
}

/** The states of a task that its student has to hand in; undefined before it is begun. */
const toHandIn: (TaskStatus | undefined)[] = [undefined, 'draft', 'returned']

/**
 * The lesson with which a student continues a course: the first open one that is not read or has something to hand in,
 * in the order of the course; the first lesson where nothing is left to do.
 */
export const nextLesson = <Lesson extends AskedOf>(lessons: Lesson[]): Lesson | undefined =>
  // the lock last: to find out about it, the server looks at the lessons before
  lessons.find(
    (lesson) =>
      (!lesson.read || (lesson.has_assignment && toHandIn.includes(lesson.task?.status.slug))) && !lesson.locked,
  ) ?? lessons[0]
