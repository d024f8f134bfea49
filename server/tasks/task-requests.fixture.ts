import { eq } from 'drizzle-orm'
import { buildFile } from '#server/files/files.factory.ts'
import { assignments } from '#server/lessons/lessons.table.ts'
import { actOnMany } from '#server/reviews/act-on-many.ts'
import { reviewTask } from '#server/reviews/review-task.ts'
import { listOpenRemarks } from '#server/reviews/reviews.repo.ts'
import { insertSavedComment } from '#server/saved-comments/saved-comments.repo.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import type { testApp } from '#server/testing/app.ts'
import { askExtension } from '#server/threads/extend-task.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Person = Awaited<ReturnType<App['signedIn']>>

/** The student, the lesson, and the reviewer. */
interface School {
  student: Person
  teacher: Person
  course: { id: number }
  lesson: { id: number }
  assignment: { id: number }
}

/** Calls about tasks, reviews, and files that are valid in everything but, perhaps, the caller. */
export const taskRequests = ({ db, deps, signedIn }: Pick<App, 'db' | 'deps' | 'signedIn'>) => {
  const taskOf = (school: School, status: 'submitted' | 'returned', files: string[] = []) =>
    buildTask(db, {
      assignment_id: school.assignment.id,
      students: [school.student.id],
      status,
      draft: status === 'returned' ? '<p>Исправил.</p>' : '',
      attempts: [
        {
          content: '<p>Сделал.</p>',
          files,
          hoursAgo: 2,
          ...(status === 'returned'
            ? {
                review: {
                  user_id: school.teacher.id,
                  hoursAgo: 1,
                  verdict: 'returned' as const,
                  remarks: ['Поправьте'],
                },
              }
            : {}),
        },
      ],
    })

  const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

  /** A task that was handed in and is due tomorrow. */
  const dueTask = async (school: School) => {
    await db
      .update(assignments)
      .set({ due_at: daysAhead(1) })
      .where(eq(assignments.id, school.assignment.id))
    return (await taskOf(school, 'submitted')).id
  }

  /** A comment the teacher saved for the course. */
  const savedComment = ({ teacher, course }: School) =>
    insertSavedComment(db, { user_id: teacher.id, course_id: course.id, text: 'Проверьте поля' })

  /** A team of two places that has not handed in anything. */
  const teamOf = async (school: School, students: { id: number }[]) => {
    await db.update(assignments).set({ team_size: 2 }).where(eq(assignments.id, school.assignment.id))
    const { id } = await buildTask(db, {
      assignment_id: school.assignment.id,
      students: students.map((student) => student.id),
    })
    return id
  }

  /** A file of a task that its student handed in. */
  const handedInFile = async (school: School) => {
    const { id } = await buildFile(db, deps.files, { user_id: school.student.id })
    await taskOf(school, 'submitted', [id])
    return { id }
  }

  return {
    'GET /api/assignments': () => ({}),
    'GET /api/tasks': () => ({}),
    'GET /api/tasks/{id}': async (school: School) => ({ params: { id: (await taskOf(school, 'submitted')).id } }),
    'PUT /api/tasks/{id}/draft': async (school: School) => ({
      params: { id: (await taskOf(school, 'returned')).id },
      body: { content: '<p>Ещё правка.</p>', revision: 1 },
    }),
    'POST /api/tasks/{id}/submit': async (school: School) => ({
      params: { id: (await taskOf(school, 'returned')).id },
      headers: { 'idempotency-key': crypto.randomUUID() },
    }),
    'POST /api/tasks/{id}/reopen': async (school: School) => ({
      params: { id: (await taskOf(school, 'returned')).id },
      body: { reason: 'Посмотрю ещё раз' },
    }),
    'POST /api/tasks/{id}/withdraw': async (school: School) => ({
      params: { id: (await taskOf(school, 'submitted')).id },
    }),
    'POST /api/tasks/{id}/lease': async (school: School) => ({
      params: { id: (await taskOf(school, 'submitted')).id },
    }),
    'DELETE /api/tasks/{id}/lease': async (school: School) => ({
      params: { id: (await taskOf(school, 'submitted')).id },
    }),
    'POST /api/tasks/{id}/review': async (school: School) => ({
      params: { id: (await taskOf(school, 'submitted')).id },
      body: { attempt: 1, verdict: 'accepted' },
    }),
    'POST /api/tasks/{id}/excuse': async (school: School) => ({
      params: { id: (await taskOf(school, 'submitted')).id },
      body: { reason: 'Перевод из другой школы' },
    }),
    'POST /api/tasks/{id}/like': async (school: School) => ({ params: { id: (await taskOf(school, 'submitted')).id } }),
    'DELETE /api/tasks/{id}/like': async (school: School) => ({
      params: { id: (await taskOf(school, 'submitted')).id },
    }),
    'POST /api/tasks/{id}/comments': async (school: School) => ({
      params: { id: (await taskOf(school, 'submitted')).id },
      body: { text: 'Вопрос' },
    }),
    'PUT /api/tasks/{id}/score': async (school: School) => ({
      params: { id: (await taskOf(school, 'submitted')).id },
      body: { score: 8.5 },
    }),
    'GET /api/tasks/{id}/scores': async (school: School) => ({
      params: { id: (await taskOf(school, 'submitted')).id },
    }),
    'GET /api/courses/{id}/journal': ({ course }: School) => ({ params: { id: course.id } }),
    'GET /api/courses/{id}/journal/export': ({ course }: School) => ({
      params: { id: course.id },
      query: '?format=xlsx',
    }),
    'PUT /api/courses/{id}/weights': ({ course, assignment }: School) => ({
      params: { id: course.id },
      body: { weights: [{ assignment_id: assignment.id, weight: 2 }] },
    }),
    'DELETE /api/tasks/{id}/review': async (school: School) => {
      const { id } = await taskOf(school, 'submitted')
      await reviewTask(db, school.teacher.user, id, { attempt: 1, verdict: 'accepted' })
      return { params: { id } }
    },
    'PUT /api/tasks/{id}/remarks/{remark_id}': async (school: School) => {
      const { id } = await taskOf(school, 'returned')
      const [remark] = await listOpenRemarks(db, id)
      return { params: { id, remark_id: remark?.id ?? 0 }, body: { fixed: true } }
    },
    'POST /api/tasks/bulk': async (school: School) => ({
      body: { act: { action: 'accept' }, tasks: [{ id: (await taskOf(school, 'submitted')).id }] },
    }),
    'DELETE /api/tasks/bulk/{id}': async (school: School) => {
      const { id } = await taskOf(school, 'submitted')
      const batch = await actOnMany(db, school.teacher.user, { act: { action: 'accept' }, tasks: [{ id }] })
      return { params: { id: batch.batch_id } }
    },
    'PUT /api/tasks/reviewer': async (school: School) => ({
      body: { task_ids: [(await taskOf(school, 'submitted')).id], user_id: school.teacher.id },
    }),
    'GET /api/courses/{id}/reviewers': ({ course }: School) => ({ params: { id: course.id } }),
    'POST /api/courses/{id}/share-out': async (school: School) => {
      await taskOf(school, 'submitted')
      return { params: { id: school.course.id } }
    },
    'DELETE /api/tasks/{id}/question': async (school: School) => {
      const { id } = await taskOf(school, 'submitted')
      await db.update(tasks).set({ question_at: new Date().toISOString() }).where(eq(tasks.id, id))
      return { params: { id } }
    },
    'POST /api/tasks/{id}/extension-request': async (school: School) => ({
      params: { id: await dueTask(school) },
      body: { until: daysAhead(2) },
    }),
    'DELETE /api/tasks/{id}/extension-request': async (school: School) => {
      const id = await dueTask(school)
      await askExtension(db, school.student.user, id, { until: daysAhead(2) })
      return { params: { id } }
    },
    'PUT /api/tasks/{id}/extension': async (school: School) => ({
      params: { id: await dueTask(school) },
      body: { until: daysAhead(2) },
    }),
    'GET /api/saved-comments': () => ({}),
    'POST /api/saved-comments': ({ course }: School) => ({ body: { text: 'Проверьте поля', course_id: course.id } }),
    'PUT /api/saved-comments/{id}': async (school: School) => ({
      params: { id: await savedComment(school) },
      body: { text: 'Проверьте отступы' },
    }),
    'DELETE /api/saved-comments/{id}': async (school: School) => ({ params: { id: await savedComment(school) } }),
    'POST /api/saved-comments/{id}/use': async (school: School) => ({ params: { id: await savedComment(school) } }),
    'GET /api/lessons/{id}/teams': async (school: School) => {
      await teamOf(school, [school.student])
      return { params: { id: school.lesson.id } }
    },
    'POST /api/tasks/{id}/join': async (school: School) => ({ params: { id: await teamOf(school, [school.student]) } }),
    'POST /api/tasks/{id}/leave': async (school: School) => ({
      params: { id: await teamOf(school, [school.student, await signedIn()]) },
    }),
    'GET /api/files/{id}': async (school: School) => ({ params: await handedInFile(school) }),
    'PUT /api/files/{id}/place': async (school: School) => ({
      params: await handedInFile(school),
      body: { seconds: 12.5 },
    }),
  }
}
