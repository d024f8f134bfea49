import { z } from 'zod'
import { status } from '#contract/http/named-status.ts'
import { namedStatus } from '#contract/http/status.ts'

// Apart from the other schemas of lessons: those refer to courses, whose outline shows the state of a lesson, too.

export const lessonStatuses = {
  draft: status('draft', 'Черновик', 'idle', 'pencil'),
  published: status('published', 'Опубликован', 'ok', 'check'),
} as const
export type LessonStatus = keyof typeof lessonStatuses
export const LessonStatus = z.enum(['draft', 'published'])
export const NamedLessonStatus = namedStatus(LessonStatus)

/** What another lesson may wait for: that this one was read, or that its task was accepted. */
export const LessonNeed = z.enum(['read', 'accepted'])
export type LessonNeed = z.infer<typeof LessonNeed>
