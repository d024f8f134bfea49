import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { courseStudents, courseTeachers } from '#server/courses/courses.table.ts'
import { replaceUses } from '#server/files/file-uses.repo.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import { buildNotification } from '#server/notifications/notifications.factory.ts'
import { contentOf, editorOf } from '#server/organisation/organisation.fixture.ts'
import { buildProject, buildReport } from '#server/projects/projects.factory.ts'
import { insertSavedComment } from '#server/saved-comments/saved-comments.repo.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { testApp } from '#server/testing/app.ts'
import { countStatements } from '#server/testing/count-statements.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db, call, signedIn } = await testApp()

const teacher = await signedIn({ role: 'teacher' })
const student = await signedIn()
const curator = await signedIn({ role: 'curator' })
const tokens = { guest: undefined, student: student.token, teacher: teacher.token, curator: curator.token }

/** Its students, lessons, sections and tasks grow with everything else. */
const course = await buildCourse(db, { announced: true, teachers: [teacher.id], students: [student.id] })
const lesson = await buildLesson(db, { course_id: course.id })
const assignment = await buildAssignment(db, { lesson_id: lesson.id })

/** Its tasks are done in teams. */
const together = await buildLesson(db, { course_id: course.id })
const teamwork = await buildAssignment(db, { lesson_id: together.id, team_size: 3 })

/** Adds a task to a new lesson. */
const addTask = async (courseId: number, parts: Omit<Parameters<typeof buildTask>[1], 'assignment_id'>) => {
  const section = await buildSection(db, courseId, 'Раздел')
  const { id } = await buildLesson(db, { course_id: courseId, section_id: section.id })
  const asked = await buildAssignment(db, { lesson_id: id })
  return buildTask(db, { assignment_id: asked.id, ...parts })
}

const editor = editorOf(call, curator)
const charters: number[] = []

/** Adds a document to a page of the organisation section, and a version of it. */
const growOrganisation = async () => {
  const file = await addFile(db, curator.id, { type: 'application/pdf', name: 'Устав.pdf' })
  const body = { title: 'Устав', file_id: file.id }
  const made = await call('POST', '/api/organisation/documents', { token: curator.token, body })
  charters.push(made.body.document.id)
  const refs = charters.map((document_id) => ({ document_id }))
  await editor.write(3, contentOf({ documents: [{ ustavDocLink: { refs } }] }))
}

/** Adds a row to each list, with everything that a row may have. */
const grow = async () => {
  const other = await buildUser(db)
  await db.insert(courseStudents).values({ course_id: course.id, user_id: other.id })
  const another = await buildCourse(db, {
    announced: true,
    teachers: [teacher.id, curator.id],
    students: [student.id, other.id],
  })
  await addTask(another.id, { students: [student.id], draft: '<p>Начало.</p>' })
  // and one that nobody has begun
  await buildAssignment(db, { lesson_id: (await buildLesson(db, { course_id: another.id })).id })
  await addTask(course.id, { students: [student.id], draft: '<p>Начало.</p>' })
  const submitted = await buildTask(db, {
    assignment_id: assignment.id,
    students: [other.id],
    status: 'submitted',
    attempts: [{ content: '<p>Готово.</p>', hoursAgo: 1 }],
    comments: [{ user_id: other.id, hoursAgo: 0.5, text: 'Когда показ?' }],
  })
  await buildTask(db, { assignment_id: teamwork.id, students: [other.id, (await buildUser(db)).id] })
  const lease_expires_at = new Date(Date.now() + 600_000).toISOString()
  await db.update(tasks).set({ lease_user_id: teacher.id, lease_expires_at }).where(eq(tasks.id, submitted.id))
  const project = await buildProject(db, {
    authors: [student.id, other.id],
    likedBy: [teacher.id],
    tags: [`тег ${other.id}`],
    comments: [{ user_id: teacher.id, text: 'Хорошо.' }],
  })
  await buildReport(db, { project_id: project.id, user_id: other.id })
  await growOrganisation()
  const colleague = await buildUser(db, { role: 'teacher' })
  await db.insert(courseTeachers).values({ course_id: course.id, user_id: colleague.id })
  await insertSavedComment(db, { user_id: colleague.id, course_id: course.id, text: 'Проверьте поля' })
  await buildNotification(db, { user_id: student.id, actor_id: other.id, lesson_id: lesson.id })
}

/** Adds this many pictures and returns a text that shows them. */
const addPictures = (count: number) => Promise.all(Array.from({ length: count }, () => addFile(db, teacher.id)))
const imagesOf = (pictures: { id: string }[]) => pictures.map(({ id }) => `<img src="/files/${id}" alt="" />`).join('')
const linksIn = (html: string) => html.match(/src="\/files\/[0-9a-f]+\?/g) ?? []

/** A lesson whose text shows this many pictures. */
const fillLesson = async (count: number) => {
  const pictures = await addPictures(count)
  await updateLesson(db, lesson.id, { content: imagesOf(pictures) })
  const uses = pictures.map(({ id }) => ({ file_id: id, position: null }))
  await replaceUses(db, { owner: 'lesson', id: lesson.id }, uses)
}

/** A task with this many reviewed attempts and comments, and a project with as many comments. */
const addPast = async (length: number) => {
  const [shown, listed] = [await addPictures(length), await addPictures(length)]
  await fillLesson(length)
  const past = Array.from({ length }, (_, index) => ({
    user_id: teacher.id,
    hoursAgo: length - index,
    text: 'Хорошо.',
  }))
  const task = await addTask(course.id, {
    students: [student.id],
    status: 'returned',
    draftFiles: listed.map(({ id }) => id),
    attempts: past.map(({ user_id, hoursAgo, text }, index) => ({
      content: imagesOf(shown.slice(0, index + 1)),
      files: listed.map(({ id }) => id),
      hoursAgo,
      review: { user_id, hoursAgo, verdict: 'returned', comment: text, remarks: ['Отступы'] },
    })),
    comments: past,
  })
  const comments = past.map(({ user_id, text }) => ({ user_id, text }))
  const project = await buildProject(db, { authors: [student.id], comments })
  return { task: task.id, project: project.id }
}

type Who = keyof typeof tokens

/** The caller, the address, and the list in the response. */
// biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own
const lists: [Who, string, (body: any) => unknown[]][] = [
  ['student', '/api/auth/user', ({ user }) => user.notifications.data],
  ['teacher', '/api/auth/user', ({ user }) => Object.keys(user.courses)],
  ['student', '/api/users/notifications', ({ notifications }) => notifications],
  ['student', '/api/courses', ({ courses }) => courses],
  ['teacher', '/api/courses', ({ courses }) => courses],
  ['curator', '/api/courses', ({ courses }) => courses],
  ['student', `/api/courses/${course.id}`, (body) => body.course.lessons],
  ['teacher', `/api/courses/${course.id}`, (body) => body.course.students],
  ['teacher', `/api/courses/${course.id}/journal`, (body) => body.journal.rows],
  ['teacher', `/api/courses/${course.id}/journal`, (body) => body.journal.assignments],
  ['student', `/api/courses/${course.id}/journal`, (body) => body.journal.rows[0].cells],
  ['student', `/api/users/${student.id}/statement`, ({ statement }) => statement.courses],
  ['student', `/api/lessons/${lesson.id}`, (body) => body.lesson.course.lessons],
  ['student', `/api/lessons/${lesson.id}`, (body) => linksIn(body.lesson.content)],
  ['student', `/api/lessons/${together.id}/teams`, ({ teams }) => teams],
  ['student', '/api/tasks', (body) => body.tasks],
  ['student', '/api/assignments', ({ assignments }) => assignments],
  ['teacher', '/api/tasks?status=submitted', (body) => body.tasks],
  ['teacher', '/api/tasks?reviewer=nobody', (body) => body.tasks],
  ['teacher', '/api/tasks?asks=question', (body) => body.tasks],
  ['curator', '/api/tasks', (body) => body.tasks],
  ['student', '/api/tasks/{task}', ({ task }) => task.attempts],
  ['student', '/api/tasks/{task}', ({ task }) => task.draft.files],
  ['teacher', '/api/tasks/{task}', ({ task }) => task.thread],
  ['teacher', '/api/tasks/{task}', ({ task }) => task.attempts.at(-1).files],
  ['teacher', '/api/tasks/{task}', ({ task }) => linksIn(task.attempts.at(-1).content)],
  ['teacher', `/api/courses/${course.id}/reviewers`, ({ reviewers }) => reviewers],
  ['teacher', '/api/saved-comments', ({ comments }) => comments],
  ['guest', '/api/projects', ({ projects }) => projects],
  ['teacher', '/api/projects?sort=popular', ({ projects }) => projects],
  ['guest', '/api/projects/{project}', ({ project }) => project.comments],
  ['guest', '/api/projects/{project}/comments', ({ comments }) => comments],
  ['student', '/api/search?q=сетка&limit=50', ({ results }) => results],
  ['teacher', '/api/search?q=сетка&limit=50', ({ results }) => results],
  ['curator', '/api/search?q=сетка&limit=50', ({ results }) => results],
  ['student', '/api/projects?search=плакат', ({ projects }) => projects],
  ['guest', '/api/projects/filters', ({ filters }) => filters.tags],
  ['guest', '/api/projects/filters?search=плакат&year=2026', ({ filters }) => filters.tags],
  ['curator', '/api/projects/reports', ({ reports }) => reports],
  ['guest', `/api/users/${student.id}`, ({ user }) => user.projects],
  ['guest', '/api/organisation/pages/3', ({ page }) => page.blocks.documents[0].values.ustavDocLink.documents],
  ['guest', '/api/organisation/pages/4', ({ page }) => page.blocks.eduOp],
  ['guest', '/api/organisation/pages/6', ({ page }) => page.blocks.teachingStaff],
  ['curator', '/api/organisation/pages/4/draft', ({ draft }) => draft.platform.eduAccred],
  ['curator', '/api/organisation/pages/3/versions', ({ versions }) => versions],
  ['curator', '/api/organisation/documents', ({ documents }) => documents],
  ['curator', '/api/progress', ({ progress }) => progress.courses],
  ['curator', '/api/users', ({ users }) => users],
  ['teacher', '/api/users/students', ({ users }) => users],
  ['curator', '/api/users/students', ({ users }) => users],
  ['curator', '/api/users/students?without_course=true', ({ users }) => users],
]

/** How many queries each list runs, and how many rows it returns. */
const count = async (past: Awaited<ReturnType<typeof addPast>>) => {
  const counts = []
  for (const [who, pattern, rowsOf] of lists) {
    const path = pattern.replace('{task}', `${past.task}`).replace('{project}', `${past.project}`)
    let answer: Awaited<ReturnType<typeof call>> | undefined
    const queries = await countStatements(async () => {
      answer = await call('GET', path, { token: tokens[who] })
    })
    counts.push({ status: answer?.status, rows: answer?.status === 200 ? rowsOf(answer.body).length : 0, queries })
  }
  return counts
}

const size = { few: 3, many: 30 }
for (let index = 0; index < size.few; index += 1) await grow()
const few = await count(await addPast(size.few))
for (let index = size.few; index < size.many; index += 1) await grow()
const many = await count(await addPast(size.many))

it.each(lists.map(([who, path], index) => ({ who, path, few: few[index], many: many[index] })))(
  'GET $path takes a $who $few.queries queries for $few.rows rows and for $many.rows',
  ({ few, many }) => {
    expect(few).toMatchObject({ status: 200, queries: expect.any(Number) })
    expect(few?.queries).toBeGreaterThan(0)
    expect(many).toMatchObject({ status: 200, queries: few?.queries })
    expect(many?.rows).toBeGreaterThan(few?.rows ?? 0)
  },
)
