import { z } from 'zod'
import { maxSections } from '#contract/courses/courses.schema.ts'
import { DayInput, line, MomentInput, plainText } from '#contract/http/fields.ts'
import { scales } from '#contract/journal/scales.ts'
import { AssignmentInput, CriterionInput } from '#contract/lessons/assignment.schema.ts'
import { LessonNeed, LessonStatus } from '#contract/lessons/lesson-status.schema.ts'
import { QuizInput, quizLimits } from '#contract/quizzes/quizzes.schema.ts'

// docs/archive.md describes the format; after a change raise the version, and keep reading the older ones

export const archiveFormat = 'praktika-course'
export const archiveVersion = 1

/** Max lessons of an import. */
export const maxLessons = 1000

/** A text in HTML, cleaned by its reader; its files have the addresses `/files/{id}` with ids of this archive. */
const Html = z.string().max(200_000, 'Текст длиннее 200 000 знаков')

/** An id of a file inside of an archive: it looks like the id of a stored file, and is none. */
const ArchiveFileId = z.string().regex(/^[0-9a-f]{32}$/)

const ArchivedAssignment = AssignmentInput.omit({ reviewer_ids: true }).extend({
  text: Html,
  criteria: z.array(CriterionInput.omit({ id: true })).max(50),
})

const ArchivedLesson = z.object({
  name: line(200),
  /** The place of its section in `sections`, from 0; null outside of sections. */
  section: z.number().int().min(0).nullable(),
  status: LessonStatus,
  publish_at: MomentInput.nullable(),
  minutes: z.number().int().min(1).max(600).nullable(),
  content: Html,
  /** What must come first: places in `lessons`, from 0. */
  after: z.array(z.object({ lesson: z.number().int().min(0), needs: LessonNeed })).max(20),
  assignment: ArchivedAssignment.nullable(),
  /** In its text a quiz has the id of its place here, from 1. */
  quizzes: z.array(QuizInput).max(quizLimits.quizzes).default([]),
  /** SCORM packages below the text: ids in `files`. */
  scorm: z.array(ArchiveFileId).max(20).default([]),
})
export type ArchivedLesson = z.output<typeof ArchivedLesson>

const ArchivedFile = z.object({
  id: ArchiveFileId,
  name: z.string().max(1000),
  /** In bytes. */
  size: z.number().int().min(0),
  /** Its entry in the archive. */
  path: z.string().max(1000),
})
export type ArchivedFile = z.output<typeof ArchivedFile>

/** A course in an archive. Dates of the course and numbers are checked as those of the forms are. */
export const ArchivedCourse = z.object({
  name: line(200),
  summary: plainText(500),
  content: Html,
  announcement: Html,
  starts_on: DayInput.nullable(),
  seats: z.number().int().min(1).max(100_000).nullable(),
  price: z.number().int().min(0).max(100_000_000).nullable(),
  code: plainText(40),
  level: plainText(200),
  form: plainText(100),
  duration: plainText(100),
  /** Archives did not have it at first. */
  scale: z.enum(scales).default('points'),
})
export type ArchivedCourse = z.output<typeof ArchivedCourse>

/** `course.json`. Its parts are objects in the order of docs/archive.md, so that equal courses have equal files. */
export const CourseArchive = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  course: ArchivedCourse,
  sections: z.array(z.object({ name: line(200) })).max(maxSections),
  lessons: z.array(ArchivedLesson).max(maxLessons),
  files: z.array(ArchivedFile).max(5000),
})
export type CourseArchive = z.output<typeof CourseArchive>

/** The id of the file at this place, from 0, inside of an archive. */
export const archiveFileId = (place: number) => (place + 1).toString(16).padStart(32, '0')

/** What a link to the course of its archive begins with, and one to a lesson, by its place from 0. */
export const archiveLinks = { course: '/archive/course', lesson: (place: number) => `/archive/lessons/${place + 1}` }

/** Turns links within an archive into those to what was made of it; one to a lesson that it does not have stays. */
export const replaceArchiveLinks = (html: string, { course, lessons }: { course: number; lessons: number[] }) =>
  html
    .replace(/ href="\/archive\/course(?=["/?#])/g, ` href="/courses/${course}`)
    .replace(/ href="\/archive\/lessons\/(\d{1,4})(?=["/?#])/g, (all, place) => {
      const id = lessons[Number(place) - 1]
      return id === undefined ? all : ` href="/lessons/${id}`
    })

/** Replaces the ids of files in a text of the editor; an id without a replacement stays. */
export const replaceFileIds = (html: string, idOf: (id: string) => string | undefined) =>
  html.replace(/"\/files\/([0-9a-f]{32})(?=["/?#])/g, (all, id: string) => {
    const other = idOf(id)
    return other ? `"/files/${other}` : all
  })
