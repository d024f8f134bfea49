import { sql } from 'drizzle-orm'
import { hourMs } from '#contract/durations.ts'
import { applications } from '#server/applications/applications.table.ts'
import { childRegistrations, emailConfirmations, passwordResets, throttleHits } from '#server/auth/auth.table.ts'
import { consents } from '#server/consents/consents.table.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { courseLeavers } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersions } from '#server/documents/documents.table.ts'
import { drafts } from '#server/drafts/drafts.table.ts'
import { effects } from '#server/effects/effects.table.ts'
import { events } from '#server/events/events.table.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { type FileOwner, filePlaces, fileUses } from '#server/files/files.table.ts'
import { imports } from '#server/imports/imports.table.ts'
import { journalCells, scoreChanges } from '#server/journal/journal.table.ts'
import { lessonVersions } from '#server/lessons/lesson-versions.table.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { notifications } from '#server/notifications/notifications.table.ts'
import {
  organisationDocuments,
  organisationRecords,
  organisationVersions,
} from '#server/organisation/organisation.table.ts'
import { addMarkedAccess } from '#server/privacy/marked-access.fixture.ts'
import { addCertificateAndCalendar } from '#server/privacy/marked-certificate.fixture.ts'
import { addMarkedChannels } from '#server/privacy/marked-channels.fixture.ts'
import { addMarkedCohort } from '#server/privacy/marked-cohort.fixture.ts'
import { buildMarkedFamily } from '#server/privacy/marked-family.fixture.ts'
import { addLessonTraces } from '#server/privacy/marked-lesson.fixture.ts'
import { addBegunVerdict } from '#server/privacy/marked-verdict.fixture.ts'
import { buildProject, buildReport } from '#server/projects/projects.factory.ts'
import { projects } from '#server/projects/projects.table.ts'
import { remarks, taskBatches } from '#server/reviews/reviews.table.ts'
import { savedComments } from '#server/saved-comments/saved-comments.table.ts'
import { buildScormPackage } from '#server/scorm/scorm.factory.ts'
import { scormResults } from '#server/scorm/scorm.table.ts'
import { siteSettings } from '#server/site/site.table.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { buildTask, hoursAgo } from '#server/tasks/tasks.factory.ts'
import { attempts, submitKeys, tasks } from '#server/tasks/tasks.table.ts'
import { threadEntries } from '#server/threads/threads.table.ts'
import { avatarKey } from '#server/users/avatar-files.ts'
import { buildUser } from '#server/users/users.factory.ts'

/** The prefix of every marked word. */
export const marker = 'zqmark'

/** The word that one column of the person's rows contains, and no other. */
export const mark = (column: `${string}.${string}`) => `${marker}_${column.replace('.', '_')}`

const soon = () => new Date(Date.now() + hourMs).toISOString()

/** The school around the person: the data of others contain no marked words. */
const buildSchool = async (db: Db, files: FileStorage) => {
  const me = await buildUser(db, {
    name: mark('users.name'),
    surname: mark('users.surname'),
    patronymic: mark('users.patronymic'),
    own_number: mark('users.own_number'),
    login: mark('users.login'),
    email: `${mark('users.email')}@school.example`,
    role: 'teacher',
    about: mark('users.about'),
    occupation: mark('users.occupation'),
    links: [{ title: mark('users.links'), url: `https://${marker}.example/` }],
    avatar: `${mark('users.avatar')}.webp`,
    birth_date: '2001-02-03',
  })
  await files.write(avatarKey(me.avatar as string), Buffer.from(`${marker} face`))
  const [student, teacher, curator] = await Promise.all([
    buildUser(db),
    buildUser(db, { role: 'teacher', name: 'Вера', surname: 'Лосева' }),
    buildUser(db, { role: 'curator' }),
  ])
  const course = await buildCourse(db, { teachers: [me.id, teacher.id], students: [student.id] })
  const taken = await buildCourse(db, { teachers: [teacher.id], students: [me.id, student.id] })
  const assignmentIn = async (course_id: number) => {
    const lesson = await buildLesson(db, { course_id })
    return { lesson, assignment: await buildAssignment(db, { lesson_id: lesson.id }) }
  }
  return { me, student, teacher, curator, course, taken, assignmentIn }
}

type School = Awaited<ReturnType<typeof buildSchool>>

const markedFile = (db: Db, files: FileStorage, user_id: number) =>
  buildFile(db, files, { user_id, name: `${mark('files.name')}.txt`, bytes: Buffer.from(`${marker} bytes`) })

const use = (db: Db, file_id: string, owner: FileOwner, owner_id: number) =>
  db.insert(fileUses).values({ file_id, owner, owner_id, position: 0 })

/** A task of the person alone, judged once and handed in again. */
const addOwnTask = async (db: Db, files: FileStorage, { me, teacher, taken, assignmentIn }: School) => {
  const { assignment, lesson } = await assignmentIn(taken.id)
  const task = await buildTask(db, {
    assignment_id: assignment.id,
    students: [me.id],
    status: 'submitted',
    draft: mark('tasks.draft_content'),
    attempts: [
      {
        content: mark('attempts.content'),
        link: `https://${mark('attempts.link')}.example/`,
        hoursAgo: 9,
        review: {
          user_id: teacher.id,
          hoursAgo: 8,
          verdict: 'returned',
          comment: mark('reviews.comment'),
          remarks: [
            { text: mark('remarks.text'), anchor: { kind: 'text', start: 0, end: 5, quote: mark('remarks.anchor') } },
          ],
          criteria: [
            { criterion_id: 1, name: 'Сетка', points: 2, earned: 1, level: 'partly', note: mark('reviews.criteria') },
          ],
        },
      },
      { content: mark('attempts.content'), hoursAgo: 7 },
    ],
    comments: [
      { user_id: me.id, hoursAgo: 6, text: mark('thread_entries.text') },
      { user_id: teacher.id, hoursAgo: 5, text: `${marker}, посмотрите ещё раз` },
    ],
    asksUntil: { until: soon(), hoursAgo: 4, text: marker },
  })
  await db
    .update(tasks)
    .set({ draft_link: `https://${mark('tasks.draft_link')}.example/` })
    .where(sql`id = ${task.id}`)
  await db
    .update(remarks)
    .set({ answer: mark('remarks.answer') })
    .where(sql`task_id = ${task.id}`)
  await db.insert(scoreChanges).values({
    task_id: task.id,
    user_id: teacher.id,
    to_score: 4,
    reason: mark('score_changes.reason'),
    created_at: hoursAgo(3),
  })
  await db.insert(journalCells).values({
    assignment_id: assignment.id,
    student_id: me.id,
    user_id: teacher.id,
    absent: true,
    comment: mark('journal_cells.comment'),
    changed_at: hoursAgo(3),
  })
  await db.insert(submitKeys).values({
    user_id: me.id,
    task_id: task.id,
    key: mark('submit_keys.key'),
    answer: { content: mark('submit_keys.answer') },
  })
  const begun = await addBegunVerdict(db, { user_id: teacher.id, task_id: task.id, quote: `${marker} and more` })
  await use(db, (await markedFile(db, files, teacher.id)).id, 'draft', begun)
  const [attempt] = await db.select({ id: attempts.id }).from(attempts).where(sql`task_id = ${task.id}`).limit(1)
  await use(db, (await markedFile(db, files, me.id)).id, 'attempt', attempt?.id as number)
  await use(db, (await markedFile(db, files, me.id)).id, 'task-draft', task.id)
  return { task, lesson }
}

/** A task of a team, and one of another student that the person reviews. */
const addOtherTasks = async (
  db: Db,
  files: FileStorage,
  { me, student, curator, course, taken, assignmentIn }: School,
) => {
  const { assignment } = await assignmentIn(taken.id)
  const team = await buildTask(db, {
    assignment_id: assignment.id,
    students: [me.id, student.id],
    status: 'submitted',
    attempts: [{ content: '<p>Сделали вместе.</p>', hoursAgo: 3 }],
    comments: [{ user_id: me.id, hoursAgo: 2, text: marker }],
  })
  const others = await assignmentIn(course.id)
  const reviewed = await buildTask(db, {
    assignment_id: others.assignment.id,
    students: [student.id],
    status: 'accepted',
    attempts: [
      {
        content: '<p>Моя работа.</p>',
        hoursAgo: 9,
        review: { user_id: me.id, hoursAgo: 8, verdict: 'accepted', comment: 'Отлично!', score: 5 },
      },
    ],
    comments: [{ user_id: me.id, hoursAgo: 5, text: marker, note: true }],
    likedBy: [me.id],
    reviewer_id: me.id,
  })
  await db
    .update(tasks)
    .set({ lease_user_id: me.id, lease_since: hoursAgo(1), lease_expires_at: soon() })
    .where(sql`id = ${reviewed.id}`)
  const [note] = await db
    .insert(threadEntries)
    .values([
      { task_id: reviewed.id, user_id: me.id, kind: 'comment', text: marker, created_at: hoursAgo(2) },
      {
        task_id: reviewed.id,
        user_id: curator.id,
        kind: 'assigned',
        text: `${me.name} ${me.surname}`,
        named_id: me.id,
        created_at: hoursAgo(2),
      },
    ])
    .returning({ id: threadEntries.id })
  await use(db, (await markedFile(db, files, me.id)).id, 'thread-entry', note?.id as number)
  await db
    .insert(scoreChanges)
    .values({ task_id: reviewed.id, user_id: me.id, to_score: 5, reason: 'За сетку', created_at: hoursAgo(2) })
  await db.insert(journalCells).values({
    assignment_id: others.assignment.id,
    student_id: student.id,
    user_id: me.id,
    changed_at: hoursAgo(2),
  })
  await db.insert(taskBatches).values({ user_id: me.id, action: 'remind', items: [{ task_id: reviewed.id }] })
  const handout = await buildFile(db, files, { user_id: me.id, name: 'Раздатка.txt' })
  await use(db, handout.id, 'lesson', others.lesson.id)
  return { team, reviewed, handout }
}

const addProjects = async (db: Db, files: FileStorage, { me, student, teacher }: School) => {
  const own = await buildProject(db, {
    authors: [me.id],
    asked: [student.id],
    name: mark('projects.name'),
    summary: mark('projects.summary'),
    content: mark('projects.content'),
    tags: [mark('projects.tags')],
    hidden_reason: mark('projects.hidden_reason'),
    link_key: mark('projects.link_key'),
    comments: [{ user_id: student.id, text: `${marker}, здорово!` }],
  })
  const cover = await markedFile(db, files, me.id)
  await use(db, cover.id, 'project-cover', own.id)
  await db.update(projects).set({ cover_file_id: cover.id }).where(sql`id = ${own.id}`)
  const together = await buildProject(db, { authors: [student.id, me.id] })
  const others = await buildProject(db, {
    authors: [student.id],
    likedBy: [me.id],
    comments: [
      { user_id: me.id, text: mark('project_comments.text') },
      { user_id: teacher.id, text: 'Согласна.', answers: 0 },
      { user_id: me.id, text: marker },
    ],
  })
  await buildReport(db, { project_id: others.id, user_id: me.id, text: mark('project_reports.text') })
  await buildReport(db, { project_id: others.id, user_id: teacher.id, resolution: 'dismissed', resolved_by: me.id })
  return { own, together, others }
}

/** What the site keeps around a person: notifications, drafts, sessions, pending effects. */
const addTraces = async (db: Db, files: FileStorage, { me, student, curator, course }: School, lessonId: number) => {
  const { id: user_id, email } = me
  await db.insert(passwordResets).values({ token_hash: Buffer.from('1'), user_id, expires_at: soon() })
  await db.insert(emailConfirmations).values({
    token_hash: Buffer.from('1'),
    user_id,
    email: mark('email_confirmations.email'),
    expires_at: soon(),
  })
  await db.insert(consents).values({
    user_id,
    document: 'personal-data',
    version: 1,
    address: mark('consents.address'),
    parent: { name: mark('consents.parent'), email: `parent@${marker}.example` },
    withdrawn_at: hoursAgo(1),
    withdrawn_address: mark('consents.withdrawn_address'),
  })
  await buildMarkedFamily(db, { user_id, mark })
  await db.insert(childRegistrations).values({
    token_hash: Buffer.from('2'),
    name: mark('child_registrations.name'),
    surname: mark('child_registrations.surname'),
    email,
    password_hash: mark('child_registrations.password_hash'),
    birth_date: '2015-01-01',
    parent_email: `${mark('child_registrations.parent_email')}@school.example`,
    address: mark('child_registrations.address'),
    application_text: mark('child_registrations.application_text'),
    expires_at: soon(),
  })
  await db.insert(courseLeavers).values({ course_id: course.id, user_id })
  await db.insert(throttleHits).values([
    { key: `wrong-password:203.0.113.5:account:${email}`, at: hoursAgo(0) },
    { key: `publish:account:${user_id}`, at: hoursAgo(0) },
  ])
  const draft = await db
    .insert(drafts)
    .values({
      user_id,
      key: mark('drafts.key'),
      value: { text: mark('drafts.value') },
      revision: 1,
      saved_at: hoursAgo(1),
    })
    .returning({ id: drafts.id })
  await use(db, (await markedFile(db, files, user_id)).id, 'draft', draft[0]?.id as number)
  const unused = await markedFile(db, files, user_id)
  await db.insert(filePlaces).values({ user_id, file_id: unused.id, seconds: 12 })
  await addMarkedChannels(db, { user_id, mark })
  await addLessonTraces(db, { user_id, student_id: student.id, curator_id: curator.id, lesson_id: lessonId, mark })
  const scorm = await buildScormPackage(db, files, { lesson_id: lessonId, user_id: curator.id })
  await db.insert(scormResults).values({
    package_id: scorm.id,
    user_id,
    item: mark('scorm_results.item'),
    completed: true,
    data: mark('scorm_results.data'),
  })
  await addMarkedCohort(db, user_id, mark)
  await addMarkedAccess(db, user_id, mark)
  await addCertificateAndCalendar(db, { user_id, course_id: course.id, mark })
  await db
    .insert(imports)
    .values({ user_id, kind: 'markdown', makes_course: true, status: 'done', warnings: [mark('imports.warnings')] })
  await db.insert(savedComments).values([
    { user_id, text: mark('saved_comments.text') },
    { user_id, text: marker, course_id: course.id },
  ])
  await db.insert(applications).values([
    { user_id, course_id: course.id, text: mark('applications.text') },
    { user_id, course_id: course.id, status: 'declined', reason: mark('applications.reason'), decided_by: curator.id },
    { user_id: student.id, course_id: course.id, status: 'accepted', decided_by: user_id },
  ])
  const news = { lesson_id: lessonId, comment: mark('notifications.comment') }
  await db.insert(notifications).values([
    {
      ...news,
      user_id,
      type: 'task-comment',
      actor_id: curator.id,
      title: mark('notifications.title'),
      same_as: mark('notifications.same_as'),
    },
    { ...news, user_id: student.id, type: 'task-comment', actor_id: user_id, title: `${me.name} пишет` },
  ])
  await db.insert(effects).values([
    { kind: 'reset-letter', payload: { user_id }, visible_at: soon() },
    { kind: 'child-letter', payload: { email, name: mark('effects.payload') }, visible_at: soon() },
    {
      kind: 'course-enrolled',
      payload: { course_id: 1, user_ids: [user_id, student.id], actor_id: 1 },
      visible_at: soon(),
    },
  ])
  const lease = {
    user: { id: user_id, name: mark('events.event'), surname: '' },
    since: hoursAgo(1),
    expires_at: soon(),
  }
  await db.insert(events).values({
    event: { type: 'task', happening: 'lease', task_id: 1, lesson_id: 1, course_id: 1, lease },
    user_ids: [user_id, student.id],
  })
}

/** The person's acts for the school: they stay, without the name. */
const addActsForTheSchool = async (db: Db, files: FileStorage, { me }: School, lessonId: number) => {
  const content = { before: '', after: '', blocks: {}, more: [] }
  await db.insert(documentVersions).values({ slug: 'cookies', version: 50, content: 'Текст', published_by: me.id })
  await db.insert(siteSettings).values({ key: 'tested', value: {}, updated_at: hoursAgo(1), updated_by: me.id })
  await db
    .insert(organisationRecords)
    .values({ number: 99, content, published_by: me.id, draft: content, draft_saved_by: me.id })
  await db.insert(organisationVersions).values({ number: 99, content, published_by: me.id })
  const texts = { name: 'Сетка', content: '', assignment_text: null }
  await db.insert(lessonVersions).values({ ...texts, lesson_id: lessonId, user_id: me.id, created_at: hoursAgo(1) })
  const file = await buildFile(db, files, { user_id: me.id, name: 'Устав.txt' })
  const [document] = await db
    .insert(organisationDocuments)
    .values({ title: 'Устав', file_id: file.id, created_by: me.id, signed_by: me.id })
    .returning({ id: organisationDocuments.id })
  await use(db, file.id, 'organisation-document', document?.id as number)
}

/** A person with a marked word in every column that can hold one, in the middle of a school. */
export const buildMarkedPerson = async (db: Db, files: FileStorage) => {
  const school = await buildSchool(db, files)
  const work = await addOwnTask(db, files, school)
  const others = await addOtherTasks(db, files, school)
  const made = await addProjects(db, files, school)
  await addTraces(db, files, school, work.lesson.id)
  await addActsForTheSchool(db, files, school, work.lesson.id)
  return { ...school, task: work.task, ...others, projects: made }
}
