import { createHash } from 'node:crypto'
import { Admission, type CourseChange, CourseTexts } from '#contract/courses/courses.schema.ts'
import type { CourseRecord } from '#server/courses/courses.repo.ts'
import { Refusal } from '#server/http/refusal.ts'

/** The fields of each form that changes a course: the texts, and the announcement with the terms of enrolment. */
const forms = [CourseTexts.keyof().options, Admission.keyof().options] as const

/** The length of a part, in characters of six bits. */
const partLength = 12

const partsOf = (course: CourseRecord) =>
  forms.map((fields) =>
    createHash('sha256')
      .update(JSON.stringify(fields.map((field) => course[field])))
      .digest('base64url')
      .slice(0, partLength),
  )

/** Identifies what the forms show of a course, each by a part of its own: they are changed apart. */
export const editionOf = (course: CourseRecord) => partsOf(course).join('.')

/**
 * 409 when a form that the change is about has shown another state of the course than the one now. First lock the
 * course.
 */
export const checkEdition = (now: CourseRecord, change: CourseChange, edition: string) => {
  const shown = edition.split('.')
  const isBehind = partsOf(now).some(
    (part, form) => part !== shown[form] && forms[form]?.some((field) => change[field] !== undefined),
  )
  if (!isBehind) return
  throw new Refusal('conflict', {
    detail: 'Пока вы писали, этот курс сохранили в другом месте. Сравните обе версии и выберите, с какой продолжить.',
  })
}
