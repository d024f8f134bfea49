import { schoolDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { type FinisherFilter, insertCertificates, listFinishers } from '#server/certificates/certificates.repo.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import { insertOwnNotifications } from '#server/notifications/notifications.repo.ts'
import { newNumber } from '#server/organisation/new-number.ts'
import { notifyPrograms } from '#server/webhooks/notify-programs.ts'

/**
 * Gives a certificate to those of these people who have finished the course, once, and notifies them; returns how many
 * got one. Call it in a transaction. The act that finished the course must be one that can no longer be undone.
 */
export const issueCertificates = async (
  tx: Db,
  courseId: number,
  { actor = null, ...filter }: FinisherFilter & { actor?: Actor | null },
) => {
  const issued_on = schoolDay()
  const issued = await insertCertificates(
    tx,
    (await listFinishers(tx, courseId, filter)).map(({ id, course, ...names }) => ({
      number: newNumber(),
      user_id: id,
      course_id: courseId,
      name: fullName(names),
      course,
      issued_on,
    })),
  )
  await insertOwnNotifications(
    tx,
    'certificate-issued',
    issued.map(({ user_id, number, course }) => ({
      user_id,
      title: `Вы прошли курс <b>«${escapeHtml(course)}»</b>: <a href="${pathTo('certificates.show', { number })}">вот ваш сертификат</a>`,
      place: number,
      same_as: `certificate:${courseId}`,
    })),
  )
  const finished = issued.map(({ user_id, number }) => ({ course_id: courseId, user_id, certificate: number }))
  await notifyPrograms(tx, 'course-finished', finished)
  if (issued.length > 0) {
    const after = { students: issued.map(({ user_id }) => user_id) }
    await addAuditEntry(tx, { actor, kind: 'certificates-issued', object: { kind: 'course', id: courseId }, after })
  }
  return issued.length
}
