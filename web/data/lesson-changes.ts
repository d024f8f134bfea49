import { coursesApi } from '#contract/courses/courses.api.ts'
import type { OutlineLesson } from '#contract/courses/courses.schema.ts'
import type { CallResponse } from '#contract/http/endpoint.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import { lessonVersionsApi } from '#contract/lessons/lesson-versions.api.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import type { Put } from '#web/data/change.ts'
import { keyOf } from '#web/data/endpoint-query.ts'
import { type KeptLesson, keptLesson } from '#web/lessons/kept-lesson.ts'

/** A lesson comes with the outline of its course. */
const putOutline = ({ course: { id, sections, lessons } }: Lesson): Put => ({
  queryKey: keyOf(coursesApi.get, { params: { id } }),
  data: (kept: CallResponse<typeof coursesApi.get> | undefined) =>
    kept && { course: { ...kept.course, sections, lessons } },
})

/** What shows which lessons were read, and which of them have opened. */
export const readShown = [lessonsApi.get, coursesApi.get, coursesApi.list]

/** The open lesson is not loaded again for its mark. */
export const putRead = (id: unknown, read: boolean): Put => {
  const isIt = (row: { id: number }) => row.id === Number(id)
  const isOpened = ({ locked }: OutlineLesson) =>
    read && locked?.by.needs === 'read' && locked.by.lesson_id === Number(id)
  const marked = (row: OutlineLesson) => {
    if (isIt(row)) return { ...row, read }
    return isOpened(row) ? { ...row, locked: null } : row
  }
  const mark = (kept: { lesson: KeptLesson } | undefined) => {
    if (!kept) return kept
    const { lesson } = kept
    return { lesson: { ...lesson, read, course: { ...lesson.course, lessons: lesson.course.lessons.map(marked) } } }
  }
  return { queryKey: keyOf(lessonsApi.get, { params: { id: Number(id) } }), data: mark }
}

/** A lesson's course and the other lessons show it, too. */
export const lessonKept = {
  puts: (response: { lesson: Lesson }) => [
    { queryKey: keyOf(lessonsApi.get, { params: { id: response.lesson.id } }), data: keptLesson(response) },
    putOutline(response.lesson),
  ],
  stale: [lessonsApi.get, lessonsApi.bin, lessonVersionsApi.list, coursesApi.list, coursesApi.get, journalApi.get],
}
