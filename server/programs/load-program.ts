import { isOpenLesson } from '#contract/lessons/lessons.policy.ts'
import type { Program, ProgramCard } from '#contract/programs/programs.schema.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { listOutline, listPublicTeachers } from '#server/courses/courses.repo.ts'
import { listSections } from '#server/courses/outline.repo.ts'
import { coverOf } from '#server/covers/covers.routes.ts'
import type { Db } from '#server/db/database.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { openAddress } from '#server/files/sign-text.ts'
import { findProgram, type ProgramRecord } from '#server/programs/programs.repo.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { presentPerson } from '#server/users/present-person.ts'

type Teachers = Awaited<ReturnType<typeof listPublicTeachers>>

const presentCard = ({ course, lesson_count, student_count }: ProgramRecord, teachers: Teachers): ProgramCard => ({
  id: course.id,
  name: course.name,
  summary: course.summary,
  cover: coverOf('course', course.id),
  lesson_count,
  teachers: teachers.filter(({ course_id }) => course_id === course.id).map(({ person }) => presentPerson(person)),
  enrolling: course.enrolling,
  starts_on: course.starts_on,
  price: course.price,
  form: course.form,
  duration: course.duration,
  seats_left: course.seats === null ? null : Math.max(0, course.seats - student_count),
})

/** Presents announced courses, with one query for the teachers of all of them. */
export const presentPrograms = async (db: Db, records: ProgramRecord[]): Promise<ProgramCard[]> => {
  const ids = records.map(({ course }) => course.id)
  const teachers = await listPublicTeachers(db, ids)
  return records.map((record) => presentCard(record, teachers))
}

/** The names of a course's open lessons by section; leaves out a section without open lessons. */
const loadPlan = async (db: Db, courseId: number): Promise<Program['plan']> => {
  // nobody is the reader: the outline is without tasks
  const [sections, outline] = await Promise.all([listSections(db, courseId), listOutline(db, [courseId], 0)])
  const now = new Date()
  const open = Map.groupBy(
    outline.filter((lesson) => isOpenLesson(lesson, now)),
    ({ section_id }) => section_id,
  )
  return [{ id: null, name: null }, ...sections].flatMap(({ id, name }) => {
    const lessons = open.get(id)
    return lessons ? [{ name, lessons: lessons.map((lesson) => lesson.name) }] : []
  })
}

/** The public announcement of a course; null when it is not announced. */
export const loadProgram = async (db: Db, id: number, school?: Promise<SchoolSettings>): Promise<Program | null> => {
  const record = await findProgram(db, id)
  if (!record) return null
  const [teachers, plan, files, { name, email, phone, enrol_words, age_mark }] = await Promise.all([
    listPublicTeachers(db, [id]),
    loadPlan(db, id),
    loadFiles(db, [{ owner: 'announcement', id }]),
    school ?? loadSchool(db),
  ])
  const { course } = record
  return {
    ...presentCard(record, teachers),
    announcement: files.text('announcement', id, course.announcement, openAddress),
    level: course.level,
    seats: course.seats,
    plan,
    school: { name, email, phone, enrol_words, age_mark },
  }
}
