import { issueCertificates } from '#server/certificates/issue-certificates.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'

/** Gives the certificate of a course whose last lesson was read; verdicts do it with their own effect. */
export const certificateEffects: Pick<EffectHandlers, 'lesson-read'> = {
  'lesson-read': async (db, { course_id, user_id }) => {
    await issueCertificates(db, course_id, { userIds: [user_id], archived: false })
  },
}
