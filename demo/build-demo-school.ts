import { sql } from 'drizzle-orm'
import { assignmentDefaults } from '#contract/lessons/assignment.schema.ts'
import { withQuizIds } from '#contract/quizzes/quiz-rules.ts'
import { admission } from '#demo/content/admission.ts'
import { demoAnnouncements } from '#demo/content/announcements.ts'
import { demoCertificates } from '#demo/content/certificates.ts'
import { demoCohorts } from '#demo/content/cohorts.ts'
import { courseEvents } from '#demo/content/course-events.ts'
import { courses } from '#demo/content/courses/courses.ts'
import { home, homeProjects } from '#demo/content/home.ts'
import { people } from '#demo/content/people.ts'
import { savedComments } from '#demo/content/saved-comments.ts'
import { tasks } from '#demo/content/tasks.ts'
import type { DemoCourse, DemoQuiz } from '#demo/content/types.ts'
import { buildAnnouncement } from '#server/announcements/announcements.factory.ts'
import { insertCourseEvent } from '#server/calendar/course-events.repo.ts'
import { buildCertificate } from '#server/certificates/certificates.factory.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import type { Db } from '#server/db/database.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { type LessonRecord, updateLesson } from '#server/lessons/lessons.repo.ts'
import { buildQuiz } from '#server/quizzes/quizzes.factory.ts'
import { buildSavedComment } from '#server/saved-comments/saved-comments.factory.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { buildDemoConsents } from './build-demo-consents.ts'
import { buildDemoFiles, drawDemoFiles, keepDemoFiles, textOf, withDrawings } from './build-demo-files.ts'
import { buildDemoNotifications } from './build-demo-notifications.ts'
import { buildDemoOrganisation, type DemoDeps } from './build-demo-organisation.ts'
import { buildDemoPortraits, drawDemoPortraits } from './build-demo-portraits.ts'
import { buildDemoProjects } from './build-demo-projects.ts'
import { buildDemoTask, endOfDay, onDay } from './build-demo-task.ts'
import { type DemoIds, idOf } from './demo-ids.ts'
import { isEmptySchool } from './empty-school.ts'

/** A calendar day; null when none is set. */
const dayAhead = (days: number | null) => (days === null ? null : endOfDay(days).slice(0, 10))

const admissionOf = (course: string) => {
  const { startsInDays = null, ...facts } = admission[course] ?? {}
  return { ...facts, announced: course in admission, starts_on: dayAhead(startsInDays) }
}

/** Adds the quiz of a lesson, whose text has a place for it. */
const addQuiz = async (tx: Db, { id, content }: LessonRecord, quiz: DemoQuiz) => {
  const row = await buildQuiz(tx, { lesson_id: id, ...quiz })
  await updateLesson(tx, id, { content: withQuizIds(content, () => row.id) })
}

const buildDemoCourse = async (tx: Db, course: DemoCourse, ids: DemoIds, assignments: Map<string, number>) => {
  const byKey = (keys: string[]) => keys.map((key) => idOf(ids.users, key))
  const [writer = ''] = course.teachers
  const { id, content } = await buildCourse(tx, {
    name: course.name,
    summary: course.summary,
    content: textOf(course.content, 'course', ids),
    status: course.status,
    teachers: byKey(course.teachers),
    students: byKey(course.students),
    ...admissionOf(course.key),
  })
  ids.courses.set(course.key, id)
  await keepDemoFiles(tx, writer, { owner: 'course', id }, content, ids)
  let position = 0
  for (const [place, section] of course.sections.entries()) {
    const { id: section_id } = await buildSection(tx, id, section.name, place)
    for (const { key, name, content, status, assignment, quiz } of section.lessons) {
      position += 1
      const lesson = await buildLesson(tx, {
        course_id: id,
        section_id,
        position,
        name,
        content: textOf(content, 'lesson', ids),
        status,
      })
      ids.lessons.set(key, lesson.id)
      await keepDemoFiles(tx, writer, { owner: 'lesson', id: lesson.id }, lesson.content, ids)
      if (quiz) await addQuiz(tx, lesson, quiz)
      if (!assignment) continue
      const row = await buildAssignment(tx, {
        lesson_id: lesson.id,
        text: textOf(assignment.text, 'assignment', ids),
        criteria: assignment.criteria.map((criterion, index) => ({ id: index + 1, ...criterion })),
        last_criterion_id: assignment.criteria.length,
        due_at: assignment.dueInDays === null ? null : endOfDay(assignment.dueInDays),
        closes_at: assignment.closesInDays === undefined ? null : endOfDay(assignment.closesInDays),
        kinds: assignment.kinds ?? assignmentDefaults.kinds,
        file_types: assignment.fileTypes ?? [],
        max_file_size: assignment.maxFileSize ?? null,
        team_size: assignment.teamSize ?? assignmentDefaults.team_size,
        reviewer_ids: byKey(assignment.reviewers ?? []),
      })
      assignments.set(key, row.id)
      await keepDemoFiles(tx, writer, { owner: 'assignment', id: row.id }, row.text, ids)
    }
  }
}

/**
 * Fills an empty database with the demo school, always the same except for the moments, which are relative to now.
 * Bytes of files go to the storage; those of an interrupted build have no rows, and are swept.
 */
export const buildDemoSchool = ({ db, files: storage, config }: DemoDeps) =>
  db.transaction(async (tx) => {
    // two processes that start together must not both fill it
    await tx.execute(sql`lock table users in exclusive mode`)
    if (!(await isEmptySchool(tx))) return false
    const ids: DemoIds = {
      users: new Map(),
      lessons: new Map(),
      courses: new Map(),
      projects: new Map(),
      files: new Map(),
    }
    const assignments = new Map<string, number>()
    const taskIds = new Map<string, number>()
    const buildPeople = async () => {
      for (const { key, ...person } of people) ids.users.set(key, (await buildUser(tx, person)).id)
    }
    const draw = () => Promise.all([drawDemoFiles(), drawDemoPortraits()])
    const [[drawn, portraits]] = await Promise.all([withDrawings(draw), buildPeople()])
    await buildDemoPortraits(tx, storage, portraits, ids)
    await buildDemoFiles(tx, storage, drawn, ids)
    for (const course of courses) await buildDemoCourse(tx, course, ids, assignments)
    for (const task of tasks) {
      taskIds.set(`${task.student}/${task.lesson}`, await buildDemoTask(tx, task, ids, assignments))
    }
    for (const { by, course, text, uses } of savedComments) {
      const course_id = course ? idOf(ids.courses, course) : null
      await buildSavedComment(tx, { user_id: idOf(ids.users, by), course_id, text, uses })
    }
    for (const { name, leaders, students, courses } of demoCohorts) {
      await buildCohort(tx, {
        by: { id: idOf(ids.users, 'olga'), role: 'curator' },
        name,
        leaders: leaders.map((key) => idOf(ids.users, key)),
        students: students.map((key) => idOf(ids.users, key)),
        courses: courses.map((key) => idOf(ids.courses, key)),
      })
    }
    for (const { by, course, title, inDays, hour } of courseEvents) {
      const created_by = idOf(ids.users, by)
      await insertCourseEvent(tx, { course_id: idOf(ids.courses, course), at: onDay(inDays, hour), title, created_by })
    }
    for (const { by, course, mustRead, daysAgo, ...text } of demoAnnouncements) {
      await buildAnnouncement(tx, {
        ...text,
        author_id: idOf(ids.users, by),
        must_read: mustRead,
        show_at: onDay(-daysAgo, 12),
        ...(course ? { to_courses: [idOf(ids.courses, course)] } : { to_roles: ['student'] }),
      })
    }
    for (const { student, key, ...certificate } of demoCertificates) {
      const course_id = key === null ? null : idOf(ids.courses, key)
      await buildCertificate(tx, { ...certificate, user_id: idOf(ids.users, student), course_id })
    }
    await buildDemoProjects(tx, ids, taskIds)
    await buildDemoConsents(tx, ids)
    await buildDemoOrganisation({ db: tx, files: storage, config }, ids)
    const project_ids = homeProjects.map((key) => idOf(ids.projects, key))
    await mergeSettings(tx, 'home', { ...home, project_ids }, null)
    await buildDemoNotifications(tx, ids)
    return true
  })
