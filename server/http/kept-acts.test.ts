import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { filePath } from '#contract/files/file-address.ts'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import { buildApp } from '#server/app.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildFile } from '#server/files/files.factory.ts'
import type { FileOwner } from '#server/files/files.table.ts'
import { type Act, rowActs, stateOf } from '#server/http/row-acts.fixture.ts'
import { fillJournal } from '#server/journal/filled-journal.fixture.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildNotification } from '#server/notifications/notifications.factory.ts'
import { filledMark } from '#server/organisation/filled-mark.ts'
import { lockOrganisationRecord, updateOrganisationRecord } from '#server/organisation/organisation.repo.ts'
import { insertDocument } from '#server/organisation/organisation-documents.repo.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { numbers } from '#server/testing/numbers.fixture.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { app, deps, db, signedIn } = await testApp()
/** The same site in another process: the two share nothing but the database. */
const other = await buildApp(deps)
/** A process that never receives changes: it builds every answer. */
const builder = await buildApp({ ...deps, url: 'postgres://127.0.0.1:9/nowhere' })
beforeEach(() => void vi.spyOn(builder.log, 'error').mockImplementation(() => {}))
afterAll(() => Promise.all([other.close(), builder.close()]).finally(vi.useRealTimers))
beforeAll(async () => {
  for (const { kept } of [app, other]) await vi.waitUntil(kept.catchUp, { timeout: 15_000 })
  // links to files change at every full hour, and what was kept before it has those of the last hour
  vi.useFakeTimers({ toFake: ['Date'] })
})

// children: without a parent's consent to publication guests see nothing of them
const student = await signedIn({ birth_date: '2016-02-03' })
const classmate = await signedIn({ birth_date: '2016-02-03' })
const teacher = await signedIn({ role: 'teacher' })
const curator = await signedIn({ role: 'curator' })
const people = [student, classmate, teacher, curator]
for (let nth = 0; nth < 60; nth += 1) await buildUser(db, { email: `many-${nth}@example.org` })

const announced = { announced: true, enrolling: true, seats: 20, starts_on: '2027-02-01', price: 1000 }
const [first, second, third] = await Promise.all([
  buildCourse(db, { ...announced, teachers: [teacher.id], students: [student.id, classmate.id] }),
  buildCourse(db, { students: [student.id] }),
  buildCourse(db, {}),
])
await buildCohort(db, { by: { id: curator.id, role: 'curator' }, students: [classmate.id], courses: [first.id] })
const file = await buildFile(db, deps.files, { user_id: student.id })
// as a picture, it shows in texts, too
await db.execute(sql`update files set width = 800, height = 600`)
const picture = `<p><img src="${filePath(file.id)}" alt=""></p>`
await db.execute(sql`update courses set content = ${picture}, announcement = ${picture}`)
const lesson = await buildLesson(db, { course_id: first.id, content: picture })
const later = await buildLesson(db, { course_id: first.id, position: 2 })
const elsewhere = await buildLesson(db, { course_id: second.id })
const [assignment, laterAssignment, elsewhereAssignment] = await Promise.all(
  [lesson, later, elsewhere].map(({ id }) =>
    buildAssignment(db, { lesson_id: id, text: picture, due_at: '2026-01-01T10:00:00Z' }),
  ),
)
const quiz = await buildQuizInText(db, { lesson_id: lesson.id, in_journal: true })
const review = { user_id: teacher.id, hoursAgo: 1, verdict: 'returned' as const, remarks: ['Поле слева'] }
const task = await buildTask(db, {
  assignment_id: assignment?.id as number,
  students: [student.id],
  status: 'submitted',
  attempts: [
    { content: '<p>Первая попытка</p>', hoursAgo: 2, review },
    { content: '<p>Вторая попытка</p>', hoursAgo: 1 },
  ],
})
await buildTask(db, { assignment_id: laterAssignment?.id as number, students: [classmate.id], status: 'returned' })
await buildTask(db, { assignment_id: elsewhereAssignment?.id as number, students: [student.id], status: 'submitted' })
const project = await buildProject(db, {
  authors: [student.id],
  task_id: task.id,
  content: picture,
  comments: [{ user_id: classmate.id, text: 'Красиво!' }],
})
await buildProject(db, { authors: [student.id], name: 'Другой проект' })
await db.execute(sql`update projects set cover_file_id = ${file.id} where id = ${project.id}`)
await fillJournal(db, {
  course_id: first.id,
  assignment_id: task.assignment_id,
  student_id: student.id,
  absent_id: classmate.id,
  teacher_id: teacher.id,
})
await db.execute(sql`
  insert into thread_entries (task_id, user_id, kind, text, created_at)
  values (${task.id}, ${teacher.id}, 'comment', ${picture}, now())`)
const charter = { ...emptyContent, before: picture }
/** The platform fills in nothing on page 3. */
const markOfNothing = filledMark(3, charter, { programmes: [], teachers: [], made: [] })
const [document, heir] = await Promise.all(
  ['Устав', 'Новый устав'].map((title) => insertDocument(db, { title, file_id: file.id })),
)
const refs = [{ document_id: document?.id as number }]
await updateOrganisationRecord(db, (await lockOrganisationRecord(db, 3)).number, {
  content: { ...charter, blocks: { documents: { rows: [{ id: randomUUID(), values: { ustavDocLink: { refs } } }] } } },
})
await db.execute(sql`
  insert into file_uses (file_id, owner, owner_id, position)
  select ${file.id}, owner, id, 0 from (values
    ('announcement', ${first.id}::int), ('organisation-page', 3), ('project-cover', ${project.id}::int),
    ('thread-entry', (select max(id) from thread_entries where task_id = ${task.id})::int),
    ('lesson', ${lesson.id}::int), ('course', ${first.id}::int), ('assignment', ${task.assignment_id}::int),
    ('task-draft', ${task.id}::int), ('attempt', (select max(id) from attempts where task_id = ${task.id})::int),
    ('project', ${project.id}::int)) as owners (owner, id)`)
await db.execute(sql`
  with section as (insert into sections (course_id, name, position) values (${first.id}, 'Начало', 1) returning id)
  update lessons set section_id = section.id from section where lessons.id = ${later.id}`)
await db.execute(sql`
  insert into consents (user_id, document, version, address) values (${student.id}, 'publication', 1, '')`)
await buildNotification(db, { user_id: student.id, actor_id: teacher.id, project_id: project.id, lesson_id: lesson.id })

const projectPath = `/projects/${project.id}`
/** What looks the same for everybody. A document is built from its calls, and slow to draw: one is enough. */
const publicPaths = [
  '/api/home',
  '/api/projects/filters',
  `/api/programs/${first.id}`,
  '/api/organisation/pages/3',
  '/api/organisation/pages/6',
  '/api/organisation/pages/8',
]
const ownPaths = [
  '/api/projects',
  '/api/auth/user',
  `/api/courses/${first.id}`,
  `/api/lessons/${lesson.id}`,
  '/api/tasks',
  `/api/courses/${first.id}/journal`,
]
const paths = [...ownPaths, ...publicPaths, projectPath]

type Process = typeof app
const ask = async (process: Process, path: string, token: string) => {
  const response = await process.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } })
  return `${response.statusCode} ${response.body}`
}

/** The tables that the statements of an answer read. */
const tablesReadBy = async (path: string, token: string) => {
  const query = vi.spyOn(deps.pool, 'query')
  await ask(builder, path, token)
  const made = query.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text)
  query.mockRestore()
  return new Set(made.flatMap((text) => [...text.matchAll(/\b(?:from|join) "?([a-z_]+)"?/g)].map(([, name]) => name)))
}

/** They change only with rows of watched tables: see the migrations `counted-lists` and `counted-tasks`. */
const derivedTables = ['row_counts', 'task_counts']

const { rows: allTables } = await db.execute<{ name: string; is_watched: boolean }>(sql`
  select relname as name, exists (
    select 1 from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where tgrelid = pg_class.oid and proname like 'notify_of_%') as is_watched
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)

it.each(paths)('%s comes from watched tables alone', async (path) => {
  for (const { token } of people) {
    const read = await tablesReadBy(path, token)
    const tables = allTables.filter(({ name }) => read.has(name) && !derivedTables.includes(name))
    expect(tables.length).toBeGreaterThan(2)
    expect(tables.filter(({ is_watched }) => !is_watched)).toEqual([])
  }
})

const watched = allTables.filter(({ name, is_watched }) => is_watched || derivedTables.includes(name))
const names = watched.map(({ name }) => name)

const random = numbers(20_261_123)
const text = () => `Слово ${Math.floor(random() * 1e6)}`
const amount = () => Math.floor(random() * 100)
const past = '2026-01-01T10:00:00Z'

const { set, add, remove } = rowActs(db)
const execute = (statement: SQL) => db.execute(statement)

const is = ({ id }: { id: number }) => sql`id = ${id}`
const all = sql`true`
const now = () => new Date().toISOString()

/** Enrols, in one statement, more people than a notification names, and then removes them. */
const addMany: Act = async () => {
  await execute(
    sql`insert into course_students (course_id, user_id) select ${second.id}, id from users where email like 'many-%'`,
  )
  return () => execute(sql`delete from course_students where course_id = ${second.id} and user_id <> ${student.id}`)
}

const fileOwners: FileOwner[] = [
  ...(['lesson', 'course', 'announcement', 'assignment', 'task-draft', 'attempt', 'thread-entry'] as const),
  ...(['project', 'project-cover', 'organisation-page'] as const),
]

const inLesson = { user_id: student.id, lesson_id: lesson.id }

/** Every table that the answers show, and every column that they show of it. */
const acts: Act[] = [
  set('users', is(student), () => ({ name: text(), surname: text() })),
  set('users', is(teacher), () => ({ name: text() })),
  set('users', is(student), () => ({ avatar: text() })),
  set('users', is(teacher), () => ({ occupation: text() })),
  set('users', is(student), () => ({ email: `${amount()}@example.org`, email_confirmed_at: null })),
  set('users', is(student), () => ({ erase_at: '2030-01-01T10:00:00Z' })),
  set('users', is(classmate), () => ({ birth_date: '1990-02-03' })),
  set('users', is(classmate), () => ({ active: false })),
  set('users', is(teacher), () => ({ role: 'curator' })),
  set('users', is(curator), () => ({ rights: ['people'] })),
  set('courses', is(first), () => ({ name: text() })),
  set('courses', is(first), () => ({ summary: text(), content: text(), seats: amount() })),
  set('courses', is(first), () => ({ status: 'archived' })),
  set('courses', is(first), () => ({ announced: false })),
  set('courses', is(first), () => ({ enrolling: false, starts_on: '2020-01-01' })),
  set('courses', is(first), () => ({ announcement: text(), price: amount() })),
  set('courses', is(first), () => ({ code: text(), level: text(), form: text(), duration: text() })),
  set('courses', is(second), () => ({ announced: true, enrolling: true })),
  set('courses', is(first), () => ({ deleted_at: now() })),
  add('sections', () => ({ course_id: first.id, name: text(), position: 1 })),
  set('sections', all, () => ({ name: text() })),
  remove('sections', all),
  add('course_students', () => ({ course_id: third.id, user_id: student.id, since: now() })),
  remove('course_students', sql`course_id = ${first.id} and user_id = ${classmate.id}`),
  remove('course_students', sql`course_id = ${first.id} and user_id = ${student.id}`),
  add('course_teachers', () => ({ course_id: second.id, user_id: teacher.id, since: now() })),
  remove('course_teachers', sql`user_id = ${teacher.id}`),
  add('course_teachers', () => ({ course_id: first.id, user_id: curator.id, since: now() })),
  // more than a notification names one by one
  add('course_students', () => ({ course_id: first.id, user_id: curator.id, since: now() })),
  addMany,
  add('course_leavers', () => ({ course_id: first.id, user_id: curator.id, left_at: now() })),
  set('course_students', sql`user_id = ${classmate.id}`, () => ({ by_hand: false })),
  set('cohorts', all, () => ({ name: text() })),
  remove('cohort_students', all),
  remove('cohort_courses', all),
  set('lessons', is(lesson), () => ({ name: text() })),
  set('lessons', is(lesson), () => ({ content: text() })),
  set('lessons', is(lesson), () => ({ status: 'draft' })),
  set('lessons', is(lesson), () => ({ publish_at: '2030-01-01T10:00:00Z' })),
  set('lessons', is(lesson), () => ({ deleted_at: now() })),
  set('lessons', is(lesson), () => ({ position: 100 })),
  set('lessons', is(lesson), () => ({ minutes: amount() })),
  add('lesson_reads', () => ({ ...inLesson, read_at: past })),
  add('lesson_notes', () => ({ ...inLesson, text: text(), highlights: [], revision: 1, saved_at: past })),
  add('lesson_requirements', () => ({ lesson_id: lesson.id, after_id: later.id, needs: 'read' })),
  set('assignments', sql`lesson_id = ${lesson.id}`, () => ({ text: text(), weight: amount() })),
  set('assignments', sql`lesson_id = ${lesson.id}`, () => ({ due_at: past, closes_at: past })),
  set('quizzes', is(quiz), () => ({ title: text(), questions: [{ points: amount() }] })),
  set('quizzes', is(quiz), () => ({ in_journal: false })),
  set('quizzes', is(quiz), () => ({ deleted_at: now() })),
  add('quiz_attempts', () => ({
    quiz_id: quiz.id,
    user_id: student.id,
    number: 1,
    key: text(),
    answers: {},
    scores: [],
    points: 1,
    max_points: 1,
    answered_at: past,
  })),
  set('tasks', is(task), () => ({ status: 'accepted' })),
  set('tasks', is(task), () => ({ score: amount(), review_revision: amount() })),
  set('tasks', is(task), () => ({ attempt: 7, submitted_at: past })),
  set('tasks', is(task), () => ({ draft_content: text(), draft_link: text(), draft_revision: amount() })),
  set('tasks', is(task), () => ({
    lease_user_id: teacher.id,
    lease_since: now(),
    lease_expires_at: '2030-01-01T10:00:00Z',
  })),
  set('tasks', is(task), () => ({ reviewer_id: teacher.id })),
  set('tasks', is(task), () => ({ extended_until: '2030-01-01T10:00:00Z', extension_asked: now() })),
  set('tasks', is(task), () => ({ question_at: now() })),
  add('task_students', () => ({
    task_id: task.id,
    user_id: classmate.id,
    assignment_id: task.assignment_id,
    course_id: task.course_id,
  })),
  remove('task_students', sql`task_id = ${task.id}`),
  set('attempts', sql`task_id = ${task.id} and number = 2`, () => ({ withdrawn_at: now() })),
  add('task_likes', () => ({ task_id: task.id, user_id: teacher.id, created_at: now() })),
  add('thread_entries', () => ({
    task_id: task.id,
    user_id: teacher.id,
    kind: 'comment',
    text: text(),
    created_at: now(),
  })),
  set('reviews', all, () => ({ comment: text(), created_at: past })),
  set('remarks', all, () => ({ fixed: true, answer: text() })),
  set('review_remarks', all, () => ({ done: true })),
  add('journal_cells', () => ({
    assignment_id: task.assignment_id,
    student_id: student.id,
    user_id: teacher.id,
    absent: true,
    comment: text(),
    changed_at: now(),
  })),
  set('journal_cells', all, () => ({ comment: text() })),
  add('journal_columns', () => ({ course_id: first.id, name: text(), held_on: '2026-09-01' })),
  set('journal_columns', all, () => ({ name: text() })),
  set('journal_marks', all, () => ({ score: 3, comment: text() })),
  set('journal_totals', all, () => ({ score: amount() })),
  set('periods', all, () => ({ name: text() })),
  add('period_locks', () => ({ course_id: first.id, period_id: 1, user_id: teacher.id, locked_at: now() })),
  remove('period_locks', all),
  add('score_changes', () => ({ task_id: task.id, user_id: teacher.id, reason: '', created_at: now() })),
  ...fileOwners.map((owner) => remove('file_uses', sql`owner = ${owner}`)),
  set('organisation_pages', all, () => ({ content: charter, changed_at: now() })),
  set('organisation_pages', all, () => ({ published_at: now() })),
  set('organisation_pages', all, () => ({ filled_mark: markOfNothing, filled_at: now() })),
  add('organisation_pages', () => ({ number: 6, content: charter, draft_revision: 0 })),
  remove('organisation_pages', all),
  set('organisation_documents', is(document as { id: number }), () => ({ title: text(), signer: text() })),
  set('organisation_documents', is(document as { id: number }), () => ({ archived_at: now(), replaced_by: heir?.id })),
  add('organisation_documents', () => ({
    title: text(),
    file_id: file.id,
    made_as: 'staff',
    created_at: now(),
    signer: '',
    signer_post: '',
    certificate: '',
    signature_rules: '',
    published: true,
  })),
  set('files', all, () => ({ name: text() })),
  set('projects', is(project), () => ({ name: text(), summary: text() })),
  set('projects', is(project), () => ({ content: text(), views: amount() })),
  set('projects', is(project), () => ({ visibility: 'school' })),
  set('projects', is(project), () => ({ status: 'hidden' })),
  set('projects', is(project), () => ({ deleted_at: now() })),
  set('projects', is(project), () => ({ cover_file_id: null, tags: [text()] })),
  set('projects', is(project), () => ({ published_at: past, task_id: null })),
  set('projects', sql`id <> ${project.id}`, () => ({ name: text() })),
  set('projects', sql`id <> ${project.id}`, () => ({ visibility: 'school' })),
  add('project_authors', () => ({ project_id: project.id, user_id: classmate.id, position: 1, agreed_at: past })),
  set('project_authors', all, () => ({ agreed_at: null })),
  add('project_likes', () => ({ project_id: project.id, user_id: teacher.id, created_at: now() })),
  add('project_comments', () => ({ project_id: project.id, user_id: teacher.id, text: text(), created_at: now() })),
  set('consents', all, () => ({ withdrawn_at: now() })),
  add('site_settings', () => ({ key: 'home', value: { title: text() }, updated_at: now() })),
  add('site_settings', () => ({ key: 'school', value: { name: text(), consent_age: 30 }, updated_at: now() })),
  add('notifications', () => ({ user_id: student.id, type: 'course-enrolled', title: text(), created_at: now() })),
  set('notifications', all, () => ({ read_at: now() })),
  remove('notifications', all),
]

/** What people ask for, and guests. */
const asked = [
  ...[student, teacher].flatMap(({ token }) => ownPaths.map((path) => ({ path, token }))),
  { path: '/api/tasks', token: curator.token },
  ...[projectPath, '/api/projects', ...publicPaths].map((path) => ({ path, token: '' })),
]
const askAll = (process: Process) => Promise.all(asked.map(({ path, token }) => ask(process, path, token)))

/** New answers by what they come from: most acts, once undone, leave the rows as they were. */
const built = new Map<string, Promise<string[]>>()
const build = async () => {
  const rows = await stateOf(db, names)
  const answers = built.get(rows) ?? askAll(builder)
  built.set(rows, answers)
  // what has failed is asked for again
  answers.catch(() => built.delete(rows))
  return answers
}
const compare = async (process: Process) => {
  const [kept, answers] = await Promise.all([askAll(process), build()])
  // a new answer may also differ from an earlier one by its time
  if (!isDeepStrictEqual(kept, answers)) expect(kept).toEqual(await askAll(builder))
}

const shuffled = acts.map((act) => ({ act, place: random() })).toSorted((a, b) => a.place - b.place)
const perRound = 2
/** In several tests, so that none takes long. */
const parts = Array.from({ length: Math.ceil(shuffled.length / perRound) }, (_, nth) => ({
  round: nth + 1,
  part: shuffled.slice(nth * perRound, (nth + 1) * perRound),
}))

const title = 'what is kept for people and guests equals a new answer after any act, in both processes ($round)'
it.each(parts)(title, { timeout: 60_000 }, async ({ part }) => {
  for (const { act } of part) {
    // what is asked for during an act is kept no longer than what was kept before
    const [undo] = await Promise.all([act(), askAll(app)])
    await compare(app)
    await Promise.all([undo(), askAll(other)])
    await compare(other)
  }
})
