import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import {
  type Admission,
  type Course,
  type CourseRow,
  courseStatuses,
  type OutlineLesson,
} from '#contract/courses/courses.schema.ts'
import { nextLesson } from '#contract/courses/next-lesson.ts'
import { lessonStatuses } from '#contract/lessons/lesson-status.schema.ts'
import { isOpenLesson } from '#contract/lessons/lessons.policy.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { editionOf } from '#server/courses/course-edition.ts'
import {
  type CourseRecord,
  type CourseWithFacts,
  listCourseStudents,
  listCourses,
  listOutline,
  listShownOutline,
  listTeachers,
  type OutlineRecord,
} from '#server/courses/courses.repo.ts'
import { listOrigins } from '#server/courses/enrolments.repo.ts'
import { listSections } from '#server/courses/outline.repo.ts'
import { coverOf } from '#server/covers/covers.routes.ts'
import type { Db } from '#server/db/database.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { isRead, lockOf } from '#server/lessons/lesson-locks.ts'
import { presentPerson } from '#server/users/present-person.ts'

const presentHead = (course: CourseRecord) => ({
  id: course.id,
  name: course.name,
  summary: course.summary,
  status: courseStatuses[course.status],
  cover: coverOf('course', course.id),
  announced: course.announced,
})

const presentLesson = (lesson: OutlineRecord, locked: OutlineLesson['locked']): OutlineLesson => ({
  id: lesson.id,
  name: lesson.name,
  status: lessonStatuses[lesson.status],
  section_id: lesson.section_id,
  publish_at: lesson.publish_at,
  has_assignment: lesson.assignment_id !== null,
  has_graded_quiz: lesson.has_graded_quiz,
  due_at: lesson.due_at,
  task:
    lesson.task_id !== null && lesson.task_status
      ? { id: lesson.task_id, status: taskStatuses[lesson.task_status] }
      : null,
  read: isRead(lesson),
  minutes: lesson.minutes,
  locked,
})

/** The table of contents of a course as the actor may read it: students do not see lessons that are not open yet. */
export const loadOutline = async (db: Db, actor: Actor, course: Pick<CourseWithFacts, 'id' | 'teacher_ids'>) => {
  const rows = await listShownOutline(db, course.id, actor.id)
  const now = new Date()
  if (isCourseStaff(actor, course)) return rows.map((lesson) => presentLesson(lesson, null))
  const open = rows.filter((lesson) => isOpenLesson(lesson, now))
  return open.map((lesson) => presentLesson(lesson, lockOf(lesson, open, now)))
}

/** The facts of admission, with the given text of the announcement. */
const presentAdmission = (course: CourseRecord, announcement: string): Admission => ({
  announced: course.announced,
  announcement,
  enrolling: course.enrolling,
  starts_on: course.starts_on,
  seats: course.seats,
  price: course.price,
  code: course.code,
  level: course.level,
  form: course.form,
  duration: course.duration,
})

/** A course with its lessons; its students only for those who teach or manage it. */
export const loadCourse = async (db: Db, actor: Actor, course: CourseWithFacts): Promise<Course> => {
  const staff = isCourseStaff(actor, course)
  const [teachers, students, origins, sections, lessons, files] = await Promise.all([
    listTeachers(db, [course.id]),
    staff ? listCourseStudents(db, [course.id]) : [],
    staff ? listOrigins(db, course.id) : null,
    listSections(db, course.id),
    loadOutline(db, actor, course),
    loadFiles(db, [
      { owner: 'course', id: course.id },
      { owner: 'announcement', id: course.id },
    ]),
  ])
  return {
    ...presentHead(course),
    scale: course.scale,
    content: files.text('course', course.id, course.content),
    teachers: teachers.map(({ person }) => presentPerson(person)),
    student_count: course.student_count,
    ...(origins
      ? {
          students: students.map(({ person }) => ({
            ...presentPerson(person),
            ...(origins.get(person.id) ?? { by_hand: true, cohorts: [] }),
          })),
          ...presentAdmission(course, files.text('announcement', course.id, course.announcement)),
          edition: editionOf(course),
        }
      : {}),
    sections,
    lessons,
    created_at: course.created_at,
  }
}

/** A student's progress: accepted tasks of all, the lesson to continue with, and one to read after it. */
const progressOf = (outline: OutlineRecord[]) => {
  const now = new Date()
  const open = outline.filter((lesson) => isOpenLesson(lesson, now))
  const asked = open.filter((lesson) => lesson.assignment_id !== null && lesson.task_status !== 'excused')
  const numbered = (lesson: OutlineRecord | undefined) =>
    lesson ? { id: lesson.id, name: lesson.name, number: open.indexOf(lesson) + 1 } : null
  const next = nextLesson(
    open.map((lesson) => ({
      lesson,
      read: isRead(lesson),
      get locked() {
        return lockOf(lesson, open, now)
      },
      has_assignment: lesson.assignment_id !== null,
      task: lesson.task_status && { status: taskStatuses[lesson.task_status] },
    })),
  )?.lesson
  return {
    lesson_count: open.length,
    progress: {
      accepted: asked.filter(({ task_status }) => task_status === 'accepted').length,
      total: asked.length,
      read: open.filter(isRead).length,
    },
    next_lesson: numbered(next),
    following_lesson: numbered(
      next && open.slice(open.indexOf(next) + 1).find((lesson) => !isRead(lesson) && !lockOf(lesson, open, now)),
    ),
  }
}

/** The courses of a person, with a student's own progress in each. */
export const loadCourses = async (db: Db, actor: Actor, options: { deleted: boolean }): Promise<CourseRow[]> => {
  const rows = await listCourses(db, actor, options)
  const ids = rows.map(({ course }) => course.id)
  const [teachers, outline] = await Promise.all([
    listTeachers(db, ids),
    actor.role === 'student' ? listOutline(db, ids, actor.id) : [],
  ])
  return rows.map(({ course, lesson_count, student_count }) => ({
    ...presentHead(course),
    teachers: teachers.filter(({ course_id }) => course_id === course.id).map(({ person }) => presentPerson(person)),
    lesson_count,
    student_count,
    progress: null,
    next_lesson: null,
    following_lesson: null,
    ...(actor.role === 'student' ? progressOf(outline.filter(({ course_id }) => course_id === course.id)) : {}),
    deleted_at: course.deleted_at,
  }))
}
