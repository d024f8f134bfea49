import { eq } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { assignments } from '#server/lessons/lessons.table.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import type { testApp } from '#server/testing/app.ts'
import type { School } from '#server/testing/rights.ts'

/** An ISO moment that many days from now. */
export const daysAhead = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/** Tasks of the school's student, for tests of rights; each function returns the params of a call. */
export const schoolTasks = ({ db, deps }: Pick<Awaited<ReturnType<typeof testApp>>, 'db' | 'deps'>) => {
  const build = async (school: School, status: 'submitted' | 'returned', files: string[] = []) => {
    const review = { user_id: school.teacher.id, hoursAgo: 1, verdict: 'returned' as const, remarks: ['Поправьте'] }
    const isReturned = status === 'returned'
    const { id } = await buildTask(db, {
      assignment_id: school.assignment.id,
      students: [school.student.id],
      status,
      draft: isReturned ? '<p>Исправил.</p>' : '',
      attempts: [{ content: '<p>Сделал.</p>', files, hoursAgo: 2, ...(isReturned && { review }) }],
    })
    return { params: { id } }
  }
  return {
    submitted: (school: School) => build(school, 'submitted'),
    returned: (school: School) => build(school, 'returned'),
    /** Handed in, and due tomorrow. */
    due: async (school: School) => {
      await db
        .update(assignments)
        .set({ due_at: daysAhead(1) })
        .where(eq(assignments.id, school.assignment.id))
      return build(school, 'submitted')
    },
    /** A team of two places that has not handed in anything. */
    ofTeam: async (school: School, students: { id: number }[]) => {
      await db.update(assignments).set({ team_size: 2 }).where(eq(assignments.id, school.assignment.id))
      const { id } = await buildTask(db, {
        assignment_id: school.assignment.id,
        students: students.map((student) => student.id),
      })
      return { params: { id } }
    },
    /** A file of a task that its student handed in. */
    file: async (school: School) => {
      const { id } = await buildFile(db, deps.files, { user_id: school.student.id })
      await build(school, 'submitted', [id])
      return { params: { id } }
    },
  }
}
