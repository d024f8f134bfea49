import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import type { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Method = Parameters<App['call']>[0]
export type Signed = Awaited<ReturnType<App['signedIn']>>

/** One course with its people, a lesson with an assignment, and the acts on a task in it. */
export const taskDesk = async ({ db, call, signedIn }: App) => {
  const [student, teacher, colleague, otherTeacher, stranger, curator] = await Promise.all([
    signedIn({ name: 'Пётр', surname: 'Лосев' }),
    signedIn({ role: 'teacher', name: 'Ольга', surname: 'Белая' }),
    signedIn({ role: 'teacher', name: 'Игорь', surname: 'Мох' }),
    signedIn({ role: 'teacher' }),
    signedIn(),
    signedIn({ role: 'curator' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id, colleague.id], students: [student.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const assignment = await buildAssignment(db, { lesson_id: lesson.id })

  const ask = (person: Signed, method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(method, path, { token: person.token, ...(body === undefined ? {} : { body }), headers })
  const act = (person: Signed, id: number, move: string, body?: unknown, headers?: Record<string, string>) =>
    ask(person, move === 'draft' ? 'PUT' : 'POST', `/api/tasks/${id}/${move}`, body, headers)

  /** A task in the given state with the usual past: two attempts, except for a draft, which has none. */
  const taskIn = (status: TaskStatus) => {
    const verdict = (kind: 'accepted' | 'returned', hoursAgo: number) => ({
      review: { user_id: teacher.id, hoursAgo, verdict: kind, comment: 'Смотрите замечания', score: 7 },
    })
    const last = status === 'accepted' || status === 'returned' ? verdict(status, 1) : {}
    return buildTask(db, {
      assignment_id: assignment.id,
      students: [student.id],
      status,
      draft: status === 'draft' || status === 'returned' ? '<p>Пишу дальше.</p>' : '',
      attempts:
        status === 'draft'
          ? []
          : [
              { content: '<p>Первая.</p>', hoursAgo: 9, ...verdict('returned', 8) },
              { content: '<p>Вторая.</p>', hoursAgo: 3, ...last },
            ],
    })
  }

  return {
    student,
    teacher,
    colleague,
    otherTeacher,
    stranger,
    curator,
    course,
    lesson,
    assignment,
    taskIn,
    ask,
    act,
    /** Deletes the student's task, so that the next test begins with a new one. */
    forget: () => empty(db, 'tasks', 'submit_keys', 'effects', 'notifications'),
    read: async (person: Signed, id: number) => (await ask(person, 'GET', `/api/tasks/${id}`)).body.task,
    save: (id: number, content: string, revision: number, person = student) =>
      act(person, id, 'draft', { content, revision }),
    submit: (id: number, key = crypto.randomUUID() as string, person = student) =>
      act(person, id, 'submit', undefined, { 'idempotency-key': key }),
    review: (id: number, body: object, person = teacher) => act(person, id, 'review', body),
    newsOf: async (person: Signed) => (await ask(person, 'GET', '/api/users/notifications')).body.notifications,
  }
}
