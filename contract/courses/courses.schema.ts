import { z } from 'zod'
import { DayInput, Id, line, Moment, plainText, RichText } from '#contract/http/fields.ts'
import { status } from '#contract/http/named-status.ts'
import { namedStatus } from '#contract/http/status.ts'
import { scales } from '#contract/journal/scales.ts'
import { LessonNeed, NamedLessonStatus } from '#contract/lessons/lesson-status.schema.ts'
import { NamedTaskStatus } from '#contract/tasks/task-status.schema.ts'
import { Person } from '#contract/users/users.schema.ts'

export const courseStatuses = {
  draft: status('draft', 'Черновик', 'idle', 'pencil'),
  published: status('published', 'Опубликован', 'ok', 'check'),
  archived: status('archived', 'В архиве', 'warn', 'archive'),
} as const
export type CourseStatus = keyof typeof courseStatuses
export const CourseStatus = z.enum(['draft', 'published', 'archived'])
export const NamedCourseStatus = namedStatus(CourseStatus)

export const Cover = z.object({ url: z.string() })

export const Section = z.object({ id: Id, name: z.string() })
export type Section = z.infer<typeof Section>

/** Max sections of a course. */
export const maxSections = 100

/** A lesson in its course's table of contents; `task` is the reader's own, for a student. */
export const OutlineLesson = z.object({
  id: Id,
  name: z.string(),
  status: NamedLessonStatus,
  section_id: Id.nullable(),
  publish_at: Moment.nullable(),
  has_assignment: z.boolean(),
  /** Whether students are asked a quiz there whose result is in the journal; a tool of another site is none. */
  has_graded_quiz: z.boolean(),
  due_at: Moment.nullable(),
  task: z.object({ id: Id, status: NamedTaskStatus }).nullable(),
  /** Whether the reader has read it: marked so, or handed in its task. */
  read: z.boolean(),
  /** How long it takes to read: estimated from its text unless its teacher says otherwise. */
  minutes: z.number().int(),
  /** For a student: what must come first. */
  locked: z.object({ by: z.object({ lesson_id: Id, name: z.string(), needs: LessonNeed }) }).nullable(),
})
export type OutlineLesson = z.infer<typeof OutlineLesson>

const courseHead = {
  id: Id,
  name: z.string(),
  summary: z.string(),
  status: NamedCourseStatus,
  cover: Cover,
  /** Whether everybody sees it as a programme while it is published. */
  announced: z.boolean(),
}

/** A lesson with its number in the course, as its students count. */
const NumberedLesson = z.object({ id: Id, name: z.string(), number: z.number().int() })

/** A course in a list; only students get `progress`, `next_lesson` and `following_lesson`. */
export const CourseRow = z.object({
  ...courseHead,
  teachers: z.array(Person),
  lesson_count: z.number().int(),
  student_count: z.number().int(),
  /** Accepted tasks of all that are asked for, and lessons that were read, of `lesson_count`. */
  progress: z.object({ accepted: z.number().int(), total: z.number().int(), read: z.number().int() }).nullable(),
  /** Where something is left to do. */
  next_lesson: NumberedLesson.nullable(),
  /** What can be read while that waits: the first open lesson after it that was not read. */
  following_lesson: NumberedLesson.nullable(),
  deleted_at: Moment.nullable(),
})
export type CourseRow = z.infer<typeof CourseRow>

/** Facts for people who may want to take the course; the announcement and the organisation section show them. */
export const Admission = z.object({
  /** Whether everybody sees the course as a programme while it is published; not so for a class course. */
  announced: z.boolean(),
  /** The announcement's text, HTML. */
  announcement: RichText,
  /** Whether people may enrol now. */
  enrolling: z.boolean(),
  starts_on: DayInput.nullable(),
  /** Places in total; null without a limit. */
  seats: z
    .number('Введите число')
    .int('Введите целое число')
    .min(1, 'Не меньше 1')
    .max(100_000, 'Не больше 100 000')
    .nullable(),
  /** Roubles for the whole course; 0 is free, null is unknown. */
  price: z
    .number('Введите число')
    .int('Введите целое число рублей')
    .min(0, 'Не меньше 0')
    .max(100_000_000, 'Не больше 100 000 000')
    .nullable(),
  /** Facts of the programme; when empty, the school's defaults. */
  code: plainText(40),
  level: plainText(200),
  form: plainText(100),
  duration: plainText(100),
})
export type Admission = z.infer<typeof Admission>

/** A student of a course, for its staff. */
export const CourseStudent = z.object({
  ...Person.shape,
  /** Enrolled by hand, whatever the person's classes do. */
  by_hand: z.boolean(),
  /** Names of the person's classes that take the course. */
  cohorts: z.array(z.string()),
})
export type CourseStudent = z.infer<typeof CourseStudent>

/** How the marks of a course are shown and typed. */
const CourseScale = z.enum(scales, 'Выберите шкалу: баллы, от 2 до 5, зачёт или проценты')

/** A course with its lessons in order; `students` and the facts of admission only for those who teach or manage it. */
export const Course = z.object({
  ...Admission.partial().shape,
  // as it is kept, with signed addresses, which the input must not have
  announcement: z.string().optional(),
  ...courseHead,
  scale: CourseScale,
  content: z.string(),
  teachers: z.array(Person),
  student_count: z.number().int(),
  students: z.array(CourseStudent).optional(),
  sections: z.array(Section),
  lessons: z.array(OutlineLesson),
  created_at: Moment,
  /** Identifies the state of its texts and facts, so that a change can name what it is based on; for staff alone. */
  edition: z.string().optional(),
})
export type Course = z.infer<typeof Course>

/** What the form of a course asks for; copies and archives have all of it. */
export const CourseTexts = z.object({
  name: line(200),
  summary: plainText(500),
  content: RichText,
})

export const CourseCreate = z.object({
  ...CourseTexts.partial({ summary: true, content: true }).shape,
  status: CourseStatus.optional(),
  scale: CourseScale.optional(),
  ...Admission.partial().shape,
})

/**
 * `sections` and `lessons` are complete ordered sets: a section left out is dissolved, a lesson must not be left out.
 */
export const CourseChange = z
  .object({
    ...CourseCreate.shape,
    sections: z.array(z.object({ id: Id.optional(), name: line(200) })).max(maxSections),
    lessons: z.array(z.object({ id: Id, section_id: Id.nullable() })).max(1000),
    /**
     * The edition that the change is based on; 409 once what it changes is outdated. Without it the texts are always
     * replaced.
     */
    edition: z.string().max(200),
  })
  .partial()
export type CourseChange = z.output<typeof CourseChange>

/** How far the dates of a copied course can move, in days. */
export const maxShiftDays = 3660

/** How a course is copied: its dates move to a new start, or by a number of days. */
export const CourseCopy = z
  .object({
    name: line(200).optional(),
    starts_on: DayInput.optional(),
    shift_days: z
      .number('Введите число')
      .int('Введите целое число дней')
      .min(-maxShiftDays)
      .max(maxShiftDays)
      .optional(),
  })
  .refine(({ starts_on, shift_days }) => starts_on === undefined || shift_days === undefined, {
    path: ['shift_days'],
    message: 'Укажите или новое начало, или сдвиг в днях',
  })
