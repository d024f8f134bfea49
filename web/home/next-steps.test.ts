import { describe, expect, it } from 'vitest'
import type { CourseRow } from '#contract/courses/courses.schema.ts'
import { dayMs } from '#contract/durations.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { nextSteps } from '#web/home/next-steps.ts'
import type { Asked } from '#web/tasks/overdue.ts'

const now = new Date('2026-11-24T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString()

const asked = (id: number, due: number | null, rest: object = {}) =>
  ({
    lesson: { id, name: `Урок ${id}` },
    course: { id: 1, name: 'Вёрстка' },
    due_at: due === null ? null : inDays(due),
    closes_at: null,
    ...rest,
  }) as Asked
const task = (id: number, due: number | null = null) => asked(id, due, { id }) as TaskRow
const begun = { status: { slug: 'draft' } }

const lesson = (id: number) => ({ id, name: `Урок ${id}`, number: id })
const course = (id: number, next: number | null, following: number | null, rest: object = {}) =>
  ({
    id,
    status: { slug: 'published' },
    lesson_count: 10,
    progress: { accepted: 0, total: 5, read: 1 },
    next_lesson: next && lesson(next),
    following_lesson: following && lesson(following),
    ...rest,
  }) as CourseRow

const nothing = { returned: [], unsent: [], submitted: [], courses: [], offer: null }
const ids = (rows: { lesson: { id: number } }[]) => rows.map((row) => row.lesson.id)

describe('what to do next', () => {
  it('is nothing without tasks and lessons', () => {
    const { overdue, returned, soon, begun, lesson, later } = nextSteps(nothing, now)
    expect([overdue, returned, soon, begun, lesson, later]).toEqual([[], [], [], [], null, []])
  })

  it('has each kind by its deadline, and what is due later apart', () => {
    const steps = nextSteps(
      {
        ...nothing,
        unsent: [asked(1, 30), asked(2, 2), asked(3, -1), asked(4, -5), asked(5, null, begun), asked(6, null)],
        returned: [task(7), task(8, 1)],
      },
      now,
    )
    expect(ids(steps.overdue)).toEqual([4, 3])
    expect(ids(steps.returned)).toEqual([8, 7])
    expect(ids(steps.soon)).toEqual([2])
    expect(ids(steps.begun)).toEqual([5])
    expect(ids(steps.later)).toEqual([1])
  })

  it('counts what does not fit, and leaves closed tasks out', () => {
    const unsent = [1, 2, 3, 4, 5].map((id) => asked(id, -id))
    const closed = asked(6, -6, { closes_at: inDays(-1) })
    const steps = nextSteps(
      { ...nothing, unsent: [...unsent, closed], returned: [7, 8, 9, 10, 11, 12].map((id) => task(id)) },
      now,
    )
    expect([ids(steps.overdue), steps.more]).toEqual([[5, 4, 3], { overdue: 2, returned: 1 }])
  })

  it('names a lesson once: not as the next one while it is a task, at the teacher or at the side', () => {
    const steps = nextSteps(
      {
        ...nothing,
        unsent: [asked(1, 1), asked(12, 20)],
        submitted: [task(2)],
        courses: [course(1, 1, 2), course(2, 12, 13), course(3, 22, 23)],
      },
      now,
    )
    expect([steps.lesson?.course.id, steps.lesson?.lesson.id]).toEqual([2, 12])
    expect(ids(steps.later)).toEqual([])
    // the first course is shown without a lesson, the third with its own
    expect([...steps.lessons]).toEqual([[3, lesson(22)]])
  })

  it('continues with the lesson after a returned task', () => {
    const steps = nextSteps({ ...nothing, returned: [task(1)], courses: [course(1, 1, 2)] }, now)
    expect(steps.lesson?.lesson.id).toBe(2)
  })

  it('continues with nothing in a course that is finished, archived, or read to its end', () => {
    const read = { progress: { accepted: 0, total: 5, read: 10 } }
    const courses = [
      course(1, 1, null, { progress: { accepted: 5, total: 5, read: 4 } }),
      course(2, 2, null, { status: { slug: 'archived' } }),
      course(3, 3, null, read),
    ]
    expect(nextSteps({ ...nothing, courses }, now).lesson).toBeNull()
    // a task that nobody set a date for is still to be begun
    const withTask = { ...nothing, unsent: [asked(4, null)], courses: [course(4, 4, null, read)] }
    expect(nextSteps(withTask, now).lesson?.lesson.id).toBe(4)
  })
})
