// in a file without schemas: the page of a course loads no zod
import type { TaskStatus } from '#contract/tasks/tasks.statuses.ts'

/** What a lesson asks of its student. */
interface LessonFacts {
  read: boolean
  locked: boolean
  asks: boolean
  /** Null before the task is begun. */
  status: TaskStatus | null
}

/** The states of a task that its student has to hand in. */
const toHandIn: (TaskStatus | null)[] = [null, 'draft', 'returned']

/**
 * The lesson with which a student continues a course: the first open one that is not read or has something to hand in,
 * in the order of the course; the first lesson where nothing is left to do.
 */
export const nextLesson = <Lesson>(lessons: Lesson[], factsOf: (lesson: Lesson) => LessonFacts): Lesson | undefined =>
  lessons.find((lesson) => {
    const { read, locked, asks, status } = factsOf(lesson)
    return !locked && (!read || (asks && toHandIn.includes(status)))
  }) ?? lessons[0]
