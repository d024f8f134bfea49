import { expect } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import type { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'
import { guardians } from '#server/users/users.table.ts'

let parents = 0

/** Two children of one parent, who take a course with four assignments. */
export const familySchool = async ({ db, call, signedIn, runEffects, outbox }: Awaited<ReturnType<typeof testApp>>) => {
  parents += 1
  const email = `parent-${parents}@home.example`
  const [teacher, curator, anna, boris] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
    signedIn({ name: 'Анна', surname: 'Белова' }),
    signedIn({ name: 'Борис', surname: 'Белов' }),
  ])
  await db.insert(guardians).values([anna, boris].map(({ id }) => ({ child_id: id, email })))
  const course = await buildCourse(db, { name: 'Шрифт', teachers: [teacher.id], students: [anna.id, boris.id] })
  const asked = async (name: string, due_at: string | null) => {
    const lesson = await buildLesson(db, { course_id: course.id, name })
    return buildAssignment(db, { lesson_id: lesson.id, criteria: [{ id: 1, name: 'Сетка', points: 10 }], due_at })
  }
  const soon = new Date(Date.now() + 2 * dayMs).toISOString()
  const accepted = await asked('Плакат', '2026-01-01T00:00:00.000Z')
  const late = await asked('Афиша', '2026-01-01T00:00:00.000Z')
  await asked('Буклет', soon)
  const missed = await asked('Ответ у доски', null)
  await buildTask(db, {
    assignment_id: accepted.id,
    students: [anna.id],
    status: 'accepted',
    attempts: [
      {
        content: '<p>Готово.</p>',
        hoursAgo: 9,
        review: { user_id: teacher.id, hoursAgo: 8, verdict: 'accepted', score: 8, comment: 'Хорошая сетка.' },
      },
    ],
  })
  const cells = [{ assignment_id: missed.id, student_id: anna.id, absent: true, comment: 'Болела' }]
  await call('PUT', `/api/courses/${course.id}/journal/cells`, { token: teacher.token, body: { cells } })
  await buildCohort(db, { by: { id: curator.id, role: 'curator' }, name: '9 «Б»', students: [anna.id] })
  const send = (child = anna) => call('POST', `/api/users/${child.id}/family-link`, { token: curator.token })
  const end = () => call('DELETE', `/api/users/${anna.id}/family-link`, { token: curator.token })
  const letters = async () => {
    await runEffects()
    return (await readLetters(outbox)).filter(({ to }) => to === email)
  }
  const link = async () => {
    expect((await send()).status).toBe(204)
    const token = /\/family\/([\w-]+)/.exec((await letters()).at(-1)?.text ?? '')?.[1]
    return token as string
  }
  return { email, teacher, curator, anna, boris, course, accepted, late, send, end, letters, link }
}
