import { z } from 'zod'
import { NamedCourseStatus, OutlineLesson, Section } from '#contract/courses/courses.schema.ts'
import { Id, line, Moment, MomentInput, RichText } from '#contract/http/fields.ts'
import { Assignment, AssignmentInput } from '#contract/lessons/assignment.schema.ts'
import { LessonNeed, LessonStatus, NamedLessonStatus } from '#contract/lessons/lesson-status.schema.ts'
import { Task } from '#contract/tasks/tasks.schema.ts'

/** Another lesson of the course that must come first. */
export const LessonRequirement = z.object({ lesson_id: Id, needs: LessonNeed })
export type LessonRequirement = z.infer<typeof LessonRequirement>

/** A lesson with the table of contents of its course, so that a reader needs no second call. */
export const Lesson = z.object({
  id: Id,
  name: z.string(),
  content: z.string(),
  status: NamedLessonStatus,
  publish_at: Moment.nullable(),
  section_id: Id.nullable(),
  /** What must come first. */
  after: z.array(LessonRequirement),
  /** How long it takes to read. */
  minutes: z.number().int(),
  /** What its teacher has set instead of the estimate; null for the estimate. */
  own_minutes: z.number().int().nullable(),
  estimated_minutes: z.number().int(),
  read: z.boolean(),
  /** Whether the reader has a note of their own here; one that was emptied counts for some time. */
  note: z.boolean(),
  /** Whether SCORM packages run below its text. */
  scorm: z.boolean(),
  /** Whether tools of other sites are opened from it. */
  lti: z.boolean(),
  course: z.object({
    id: Id,
    name: z.string(),
    status: NamedCourseStatus,
    teacher_ids: z.array(Id),
    sections: z.array(Section),
    lessons: z.array(OutlineLesson),
  }),
  assignment: Assignment.nullable(),
  /** The reader's own task here, for a student who has begun one. */
  task: Task.nullable(),
  /** How many tasks were handed in here; for staff alone. */
  task_count: z.number().int().optional(),
  /** Identifies the state of its texts, so that a change can name what it is based on; for staff alone. */
  edition: z.string().optional(),
})
export type Lesson = z.infer<typeof Lesson>

/** A lesson in the bin of its course. */
export const BinnedLesson = z.object({
  id: Id,
  name: z.string(),
  deleted_at: Moment,
  /** Until when it can be restored. */
  restorable_until: Moment,
  /** How many tasks were handed in there. */
  task_count: z.number().int(),
})
export type BinnedLesson = z.infer<typeof BinnedLesson>

/** How long a deleted lesson stays in the bin, in days. */
export const binDays = 30

export const LessonCreate = z.object({
  course_id: Id,
  name: line(200),
  content: RichText.optional(),
  section_id: Id.nullish(),
  status: LessonStatus.optional(),
  /** Students see a published lesson with a future moment from then on. */
  publish_at: MomentInput.nullish(),
  /** `null` removes the assignment. */
  assignment: AssignmentInput.nullish(),
  after: z.array(LessonRequirement).max(20, 'Не больше 20 условий').optional(),
  /** `null` goes back to the estimate. */
  minutes: z.number().int('Введите целое число').min(1, 'Не меньше 1').max(600, 'Не больше 600').nullish(),
})

export const LessonChange = LessonCreate.omit({ course_id: true })
  .partial()
  .extend({
    /** The edition that the change is based on; 409 once it is outdated. Without it the texts are always replaced. */
    edition: z.string().max(100).optional(),
  })
export type LessonCreate = z.output<typeof LessonCreate>
export type LessonChange = z.output<typeof LessonChange>

/**
 * An act on several lessons of one course. `move` puts them at the end of `section_id` (null: outside of the sections),
 * in this order; `restore` restores deleted ones.
 */
export const LessonsBulk = z.object({
  ids: z.array(Id).min(1, 'Отметьте хотя бы один урок').max(1000),
  act: z.enum(['publish', 'unpublish', 'move', 'delete', 'restore']),
  section_id: Id.nullish(),
})
export type LessonsBulk = z.output<typeof LessonsBulk>
