import { canSeeScans } from '#contract/consents/consents.policy.ts'
import { canEditCourse, canSeeCourse } from '#contract/courses/courses.policy.ts'
import { canSeeLesson } from '#contract/lessons/lessons.policy.ts'
import { canSeeProject } from '#contract/projects/projects.policy.ts'
import { canSeeDraft, canSeeTask, isTaskStudent, staffKinds } from '#contract/tasks/tasks.policy.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { listVisibleAnnouncements } from '#server/announcements/announcements.repo.ts'
import { listCourseFacts } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { listOwnDrafts } from '#server/drafts/drafts.repo.ts'
import { listUsesOf } from '#server/files/file-uses.repo.ts'
import type { FileOwner, FileRecord } from '#server/files/files.table.ts'
import { listLessonsOfVersions } from '#server/lessons/lesson-versions.repo.ts'
import { listLessonFacts } from '#server/lessons/lessons.repo.ts'
import { listDocumentFacts } from '#server/organisation/organisation.repo.ts'
import { listProjectFacts } from '#server/projects/projects.repo.ts'
import { listEntryFacts, listTaskFacts } from '#server/tasks/tasks.repo.ts'

/** Which of the rows the actor, or a guest, may see: one query for all of them, then the domain's own policy. */
type SeenBy<Who> = (db: Db, actor: Who, ids: number[]) => Promise<{ id: number | null }[]>

const forPeople =
  (seen: SeenBy<Actor>): SeenBy<Actor | null> =>
  async (db, actor, ids) =>
    actor ? seen(db, actor, ids) : []

const lessonsSeen = (by: 'lesson' | 'assignment') =>
  forPeople(async (db, actor, ids) => {
    const lessons = await listLessonFacts(db, by, ids, actor.id)
    return lessons.filter((lesson) => canSeeLesson(actor, lesson.course, lesson, new Date()))
  })

/** Readers of the thing that uses a file may read the file. Deleted things show nothing. */
const seen: Record<FileOwner, SeenBy<Actor | null>> = {
  course: forPeople(async (db, actor, ids) =>
    (await listCourseFacts(db, ids, actor.id)).filter((course) => canSeeCourse(actor, course)),
  ),
  // everybody reads the announcement of an announced course; others only those who see the course
  announcement: async (db, actor, ids) =>
    (await listCourseFacts(db, ids, actor?.id ?? 0)).filter(
      (course) =>
        (course.announced && course.status === 'published') || (actor !== null && canSeeCourse(actor, course)),
    ),
  lesson: lessonsSeen('lesson'),
  // what a lesson was before is for those who may change it
  'lesson-version': forPeople(async (db, actor, ids) => {
    const versions = await listLessonsOfVersions(db, ids)
    const lessonIds = versions.map(({ lesson_id }) => lesson_id)
    const lessons = await listLessonFacts(db, 'lesson', lessonIds, actor.id)
    const editable = new Set(lessons.flatMap(({ id, course }) => (canEditCourse(actor, course) ? [id] : [])))
    return versions.filter(({ lesson_id }) => editable.has(lesson_id))
  }),
  assignment: lessonsSeen('assignment'),
  'task-draft': forPeople(async (db, actor, ids) =>
    (await listTaskFacts(db, 'task', ids)).filter((task) => canSeeDraft(actor, task)),
  ),
  // a withdrawn attempt is only its students' again
  attempt: forPeople(async (db, actor, ids) =>
    (await listTaskFacts(db, 'attempt', ids)).filter((attempt) =>
      attempt.withdrawn_at === null ? canSeeTask(actor, attempt) : canSeeDraft(actor, attempt),
    ),
  ),
  'thread-entry': forPeople(async (db, actor, ids) =>
    (await listEntryFacts(db, ids)).filter(
      (entry) => canSeeTask(actor, entry) && (!isTaskStudent(actor, entry) || !staffKinds.has(entry.kind)),
    ),
  ),
  project: async (db, actor, ids) =>
    (await listProjectFacts(db, ids)).filter((project) => canSeeProject(actor, project)),
  'project-cover': async (db, actor, ids) =>
    (await listProjectFacts(db, ids)).filter((project) => canSeeProject(actor, project)),
  'organisation-page': async (_db, _actor, ids) => ids.map((id) => ({ id })),
  // drafts and the archive are for curators
  'organisation-draft': async (_db, actor, ids) => (curates(actor, 'organisation') ? ids.map((id) => ({ id })) : []),
  'organisation-version': async (_db, actor, ids) => (curates(actor, 'organisation') ? ids.map((id) => ({ id })) : []),
  'organisation-document': async (db, actor, ids) =>
    (await listDocumentFacts(db, ids)).filter((document) => document.public || curates(actor, 'organisation')),
  // only what is inside is read, by addresses of its own: server/scorm
  'scorm-package': async () => [],
  'school-announcement': forPeople(listVisibleAnnouncements),
  draft: forPeople(async (db, actor, ids) => (actor.looker_id ? [] : listOwnDrafts(db, ids, actor.id))),
  // scans of what parents have signed
  consent: async (_db, actor, ids) => (canSeeScans(actor) ? ids.map((id) => ({ id })) : []),
}

/**
 * The files that the actor, or a guest, may see: their own, and those used by something they may see. A scan is its
 * uploader's only while they are a curator.
 */
export const listVisibleFiles = async (db: Db, actor: Actor | null, files: FileRecord[]): Promise<FileRecord[]> => {
  // what nothing shows yet is its owner's alone
  const ownerId = actor?.looker_id ? undefined : actor?.id
  const isOwn = ({ user_id }: FileRecord) => user_id === ownerId
  const asked = files.filter((file) => !isOwn(file) || !canSeeScans(actor)).map(({ id }) => id)
  const uses = asked.length === 0 ? [] : await listUsesOf(db, asked)
  const scans = new Set(uses.flatMap(({ owner, file_id }) => (owner === 'consent' ? [file_id] : [])))
  const visible = new Set(files.filter((file) => isOwn(file) && !scans.has(file.id)).map(({ id }) => id))
  for (const [owner, ofOwner] of Map.groupBy(uses, ({ owner }) => owner)) {
    const rows = await seen[owner](db, actor, [...new Set(ofOwner.map(({ owner_id }) => owner_id))])
    const ids = new Set(rows.map(({ id }) => id))
    for (const { owner_id, file_id } of ofOwner) if (ids.has(owner_id)) visible.add(file_id)
  }
  return files.filter(({ id }) => visible.has(id))
}

/** Whether the actor, or a guest, may see a file. */
export const canSeeFile = async (db: Db, actor: Actor | null, file: FileRecord) =>
  (await listVisibleFiles(db, actor, [file])).length === 1
