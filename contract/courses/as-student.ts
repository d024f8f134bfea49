import { z } from 'zod'

/**
 * With `as=student` the staff of a course get what a student gets who was enrolled just now; others what they get
 * anyway.
 */
export const AsStudent = z.object({ as: z.literal('student').optional() })
export type AsStudent = z.output<typeof AsStudent>
