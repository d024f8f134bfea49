import { expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { lockDraft } from '#server/drafts/drafts.repo.ts'
import { canSeeFile, listVisibleFiles } from '#server/files/file-owners.ts'
import { replaceUses } from '#server/files/file-uses.repo.ts'
import { addFile } from '#server/files/files.fixture.ts'
import type { FileOwner } from '#server/files/files.table.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { deleteProject } from '#server/projects/projects.repo.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { listAttempts } from '#server/tasks/tasks.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db } = await testApp()

const person = async (role: Actor['role']): Promise<Actor> => ({ id: (await buildUser(db, { role })).id, role })
const [uploader, student, stranger, teacher, otherTeacher, curator] = await Promise.all([
  person('student'),
  person('student'),
  person('student'),
  person('teacher'),
  person('teacher'),
  person('curator'),
])
const people = { guest: null, uploader, student, stranger, teacher, otherTeacher, curator }
type Who = keyof typeof people

const staff: Who[] = ['teacher', 'curator']
const everybody = Object.keys(people) as Who[]

/** A file used by one thing; its uploader has no access to that thing. */
const usedBy = async (owner: FileOwner, id: number) => {
  const file = await addFile(db, uploader.id)
  await replaceUses(db, { owner, id }, [{ file_id: file.id, position: null }])
  return file
}

const whoSees = async (file: Awaited<ReturnType<typeof usedBy>>) => {
  const seen = await Promise.all(everybody.map((who) => canSeeFile(db, people[who], file)))
  return everybody.filter((_, place) => seen[place]).sort()
}

const courseIn = (values: Parameters<typeof buildCourse>[1] = {}) =>
  buildCourse(db, { teachers: [teacher.id], students: [student.id], ...values })
const lessonIn = async (values: Partial<Parameters<typeof buildLesson>[1]> = {}, course = courseIn()) =>
  buildLesson(db, { course_id: (await course).id, ...values })
const buildAttempt = async (parts: Partial<Parameters<typeof buildTask>[1]> = {}, lesson = lessonIn()) => {
  const { id } = await buildAssignment(db, { lesson_id: (await lesson).id })
  const task = await buildTask(db, {
    assignment_id: id,
    students: [student.id],
    attempts: [{ content: '<p>x</p>', hoursAgo: 1 }],
    ...parts,
  })
  const [attempt] = await listAttempts(db, task.id)
  return { task: task.id, attempt: attempt?.id ?? 0 }
}
const projectOf = async (author: Actor) => ({
  owner: 'project' as const,
  id: (await buildProject(db, { authors: [author.id], status: 'draft' })).id,
})
const tomorrow = () => new Date(Date.now() + dayMs).toISOString()
const deletedAt = () => new Date().toISOString()
const deletedCourse = async () => {
  const course = await courseIn()
  await updateCourse(db, course.id, { deleted_at: deletedAt() })
  return course
}
const deletedLesson = async () => {
  const lesson = await lessonIn()
  await updateLesson(db, lesson.id, { deleted_at: deletedAt() })
  return lesson
}

const cases: [string, FileOwner, () => Promise<{ id: number }>, Who[]][] = [
  ['a course', 'course', courseIn, ['student', ...staff]],
  ['a course in preparation', 'course', () => courseIn({ status: 'draft' }), staff],
  ['an archived course', 'course', () => courseIn({ status: 'archived' }), ['student', ...staff]],
  ['a deleted course', 'course', deletedCourse, []],
  ['the announcement of a course', 'announcement', () => courseIn({ announced: true }), everybody],
  ['the announcement of a course for its own people', 'announcement', courseIn, ['student', ...staff]],
  [
    'the announcement of a course in preparation',
    'announcement',
    () => courseIn({ announced: true, status: 'draft' }),
    staff,
  ],
  ['the announcement of a deleted course', 'announcement', deletedCourse, []],
  ['a lesson', 'lesson', lessonIn, ['student', ...staff]],
  ['a lesson in preparation', 'lesson', () => lessonIn({ status: 'draft' }), staff],
  ['a lesson of tomorrow', 'lesson', () => lessonIn({ publish_at: tomorrow() }), staff],
  ['a lesson of a course in preparation', 'lesson', () => lessonIn({}, courseIn({ status: 'draft' })), staff],
  ['a deleted lesson', 'lesson', deletedLesson, []],
  ['a lesson of a deleted course', 'lesson', () => lessonIn({}, deletedCourse()), []],
  [
    'an assignment',
    'assignment',
    async () => buildAssignment(db, { lesson_id: (await lessonIn()).id }),
    ['student', ...staff],
  ],
  [
    'an assignment of a lesson in preparation',
    'assignment',
    async () => buildAssignment(db, { lesson_id: (await lessonIn({ status: 'draft' })).id }),
    staff,
  ],
  [
    'an assignment of a deleted lesson',
    'assignment',
    async () => buildAssignment(db, { lesson_id: (await deletedLesson()).id }),
    [],
  ],
  ['the draft of a work', 'task-draft', async () => ({ id: (await buildAttempt()).task }), ['student']],
  ['an attempt', 'attempt', async () => ({ id: (await buildAttempt()).attempt }), ['student', ...staff]],
  [
    'an attempt that was taken back',
    'attempt',
    async () => ({
      id: (await buildAttempt({ attempts: [{ content: '<p>x</p>', hoursAgo: 1, withdrawn: true }] })).attempt,
    }),
    ['student'],
  ],
  [
    'an attempt of a deleted lesson',
    'attempt',
    async () => {
      const lesson = await lessonIn()
      const built = await buildAttempt({}, Promise.resolve(lesson))
      await updateLesson(db, lesson.id, { deleted_at: deletedAt() })
      return { id: built.attempt }
    },
    ['student', ...staff],
  ],
  ['a published project', 'project', () => buildProject(db, { authors: [student.id] }), everybody],
  [
    'a project in preparation',
    'project',
    () => buildProject(db, { authors: [student.id, stranger.id], status: 'draft' }),
    ['student', 'stranger', 'curator'],
  ],
  [
    'a hidden project',
    'project',
    () => buildProject(db, { authors: [student.id], status: 'hidden' }),
    ['student', 'curator'],
  ],
  [
    'a deleted project',
    'project',
    async () => {
      const project = await buildProject(db, { authors: [student.id] })
      await deleteProject(db, project.id)
      return project
    },
    [],
  ],
  ['a page of the organisation section', 'organisation-page', async () => ({ id: 3 }), everybody],
  ['somebody’s draft', 'draft', () => lockDraft(db, student.id, 'lesson:1'), ['student']],
  ['nothing that is there', 'lesson', async () => ({ id: 2_000_000_000 }), []],
]

it.each(cases)('a file of %s', async (_name, owner, build, who) => {
  const file = await usedBy(owner, (await build()).id)
  expect(await whoSees(file)).toEqual([...new Set<Who>([...who, 'uploader'])].sort())
})

it('a file that nothing uses is seen by its uploader alone', async () => {
  expect(await whoSees(await addFile(db, uploader.id))).toEqual(['uploader'])
})

it('a file that several things use is seen through any of them', async () => {
  const file = await usedBy('task-draft', (await buildAttempt()).task)
  await replaceUses(db, { owner: 'course', id: (await courseIn({ status: 'draft' })).id }, [
    { file_id: file.id, position: null },
  ])
  await replaceUses(db, await projectOf(stranger), [{ file_id: file.id, position: null }])
  expect(await whoSees(file)).toEqual(['curator', 'stranger', 'student', 'teacher', 'uploader'])
})

it('several files are checked at once', async () => {
  const files = [
    await usedBy('lesson', (await lessonIn()).id),
    await addFile(db, uploader.id),
    await addFile(db, student.id),
    await usedBy('organisation-page', 1),
  ]
  const seen = async (actor: Actor | null) =>
    (await listVisibleFiles(db, actor, files)).map((file) => files.indexOf(file))
  expect(await seen(student)).toEqual([0, 2, 3])
  expect(await seen(null)).toEqual([3])
  expect(await listVisibleFiles(db, student, [])).toEqual([])
})
