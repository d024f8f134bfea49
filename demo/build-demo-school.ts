import { sql } from 'drizzle-orm'
import { courses } from '#demo/content/courses/courses.ts'
import { organisationPages } from '#demo/content/organisation/organisation.ts'
import { people } from '#demo/content/people.ts'
import { projects } from '#demo/content/projects.ts'
import { tasks } from '#demo/content/tasks.ts'
import type { DemoCourse, DemoTask } from '#demo/content/types.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import type { Db } from '#server/db/database.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { saveOrganisationText } from '#server/organisation/organisation.repo.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { buildTask, hoursAgo } from '#server/tasks/tasks.factory.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'
import { buildDemoNotifications } from './build-demo-notifications.ts'
import { type DemoIds, idOf } from './demo-ids.ts'

const endOfDay = (inDays: number) => {
  const day = new Date(Date.now() + inDays * 24 * 3_600_000)
  // 23:59 in Moscow
  day.setUTCHours(20, 59, 0, 0)
  return day.toISOString()
}

const buildDemoCourse = async (tx: Db, course: DemoCourse, ids: DemoIds, assignments: Map<string, number>) => {
  const byKey = (keys: string[]) => keys.map((key) => idOf(ids.users, key))
  const { id } = await buildCourse(tx, {
    name: course.name,
    summary: course.summary,
    content: cleanHtml(course.content),
    status: course.status,
    teachers: byKey(course.teachers),
    students: byKey(course.students),
  })
  ids.courses.set(course.key, id)
  let position = 0
  for (const [place, section] of course.sections.entries()) {
    const { id: section_id } = await buildSection(tx, id, section.name, place)
    for (const { key, name, content, status, assignment } of section.lessons) {
      position += 1
      const lesson = await buildLesson(tx, {
        course_id: id,
        section_id,
        position,
        name,
        content: cleanHtml(content),
        status,
      })
      ids.lessons.set(key, lesson.id)
      if (!assignment) continue
      const row = await buildAssignment(tx, {
        lesson_id: lesson.id,
        text: cleanHtml(assignment.text),
        criteria: assignment.criteria,
        due_at: assignment.dueInDays === null ? null : endOfDay(assignment.dueInDays),
      })
      assignments.set(key, row.id)
    }
  }
}

const buildDemoTask = async (tx: Db, task: DemoTask, ids: DemoIds, assignments: Map<string, number>) => {
  const comment = ({ by, ...rest }: { by: string; hoursAgo: number; text: string }) => ({
    ...rest,
    user_id: idOf(ids.users, by),
  })
  const { id } = await buildTask(tx, {
    assignment_id: idOf(assignments, task.lesson),
    students: [idOf(ids.users, task.student)],
    status: task.status,
    ...(task.draft ? { draft: cleanHtml(task.draft) } : {}),
    attempts: task.attempts.map(({ review, content, ...attempt }) => ({
      ...attempt,
      content: cleanHtml(content),
      ...(review ? { review: { ...review, user_id: idOf(ids.users, review.by) } } : {}),
    })),
    comments: (task.comments ?? []).map(comment),
    likedBy: (task.likedBy ?? []).map((key) => idOf(ids.users, key)),
  })
  return id
}

/** Whether the database has nobody yet. */
export const isEmptySchool = async (db: Db) => (await db.select({ id: users.id }).from(users).limit(1)).length === 0

/** Fills an empty database with the demo school, the same every time but for the moments, which count back from now. */
export const buildDemoSchool = (db: Db) =>
  db.transaction(async (tx) => {
    // two processes that start together must not both fill it
    await tx.execute(sql`lock table users in exclusive mode`)
    if (!(await isEmptySchool(tx))) return false
    const ids: DemoIds = { users: new Map(), lessons: new Map(), courses: new Map(), projects: new Map() }
    const assignments = new Map<string, number>()
    const taskIds = new Map<string, number>()
    for (const { key, ...person } of people) ids.users.set(key, (await buildUser(tx, person)).id)
    for (const course of courses) await buildDemoCourse(tx, course, ids, assignments)
    for (const task of tasks) {
      taskIds.set(`${task.student}/${task.lesson}`, await buildDemoTask(tx, task, ids, assignments))
    }
    // oldest first, so that newer projects have higher ids
    for (const project of projects.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
      const created_at = hoursAgo(project.daysAgo * 24)
      const { id } = await buildProject(tx, {
        authors: project.authors.map((key) => idOf(ids.users, key)),
        name: project.name,
        summary: project.summary,
        content: cleanHtml(project.content),
        tags: project.tags,
        status: project.status,
        hidden_reason: project.hiddenReason ?? null,
        task_id: project.task ? idOf(taskIds, `${project.task.student}/${project.task.lesson}`) : null,
        created_at,
        published_at: project.status === 'draft' ? null : created_at,
        likedBy: project.likedBy.map((key) => idOf(ids.users, key)),
        comments: project.comments.map(({ by, text, hoursAgo: age }) => ({
          user_id: idOf(ids.users, by),
          text,
          created_at: hoursAgo(age),
        })),
      })
      ids.projects.set(project.key, id)
    }
    const curator = people.find(({ role }) => role === 'curator')
    for (const { number, content } of organisationPages) {
      await saveOrganisationText(tx, {
        number,
        content: cleanHtml(content),
        updated_by: curator ? idOf(ids.users, curator.key) : null,
      })
    }
    await buildDemoNotifications(tx, ids)
    return true
  })
