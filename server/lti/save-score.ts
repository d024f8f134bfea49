import { hourMs } from '#contract/durations.ts'
import type { LtiScore } from '#contract/lti/lti-services.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { markLessonRead } from '#server/lessons/mark-lesson-read.ts'
import {
  findLessonOfLink,
  findStudentBySubject,
  type LinkWithTool,
  lockResult,
  saveResult,
} from '#server/lti/lti.repo.ts'
import { pointsOf } from '#server/lti/present-lti.ts'

/** How far the clock of a tool may be ahead, in milliseconds: a report from the future would outdo every other one. */
const aheadMs = hourMs

/**
 * Keeps what a tool reports of a student; work that is completed marks the lesson as read. The newest report by the
 * tool's own clock is valid, whichever comes first; the same one again changes nothing. 404 for somebody who does not
 * take the course, 409 for a report that is older than the last.
 */
export const saveScore = async (db: Db, { link, tool }: LinkWithTool, score: LtiScore) => {
  if (Date.parse(score.timestamp) > Date.now() + aheadMs) throw invalid('timestamp', 'Этот момент ещё не наступил.')
  const lesson = found(await findLessonOfLink(db, link.id))
  if (lesson.course_status === 'archived') {
    throw new Refusal('wrong-state', { detail: 'Курс в архиве: результаты в нём больше не меняются.' })
  }
  const userId = found(await findStudentBySubject(db, tool, score.userId, lesson.course_id))
  await db.transaction(async (tx) => {
    const before = await lockResult(tx, link.id, userId)
    const report = {
      link_id: link.id,
      user_id: userId,
      given: score.scoreGiven ?? null,
      maximum: score.scoreGiven == null ? null : (score.scoreMaximum ?? null),
      activity: score.activityProgress,
      grading: score.gradingProgress,
      comment: score.comment ?? '',
      scored_at: score.timestamp,
    }
    const isKept = await saveResult(tx, report)
    if (!isKept) throw new Refusal('conflict', { detail: 'Есть более поздний результат: этот уже не нужен.' })
    const [earlier, now] = [before && pointsOf(before, link), pointsOf(report, link)]
    if (earlier !== now)
      await addAuditEntry(tx, {
        actor: null,
        kind: 'tool-score',
        object: { kind: 'user', id: userId },
        before: { score: earlier },
        after: { score: now, lti_tool: tool.id },
      })
    if (score.activityProgress === 'Completed') await markLessonRead(tx, lesson, userId)
  })
}
