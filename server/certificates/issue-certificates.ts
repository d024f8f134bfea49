import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { insertCertificate, listFinishers } from '#server/certificates/certificates.repo.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { moscowDay } from '#server/organisation/moscow-day.ts'
import { newNumber } from '#server/organisation/new-number.ts'

/**
 * Gives a certificate to those of these people who have finished the course, once, and notifies them. Call it in the
 * transaction of an effect: by then the act that finished the course can no longer be undone.
 */
export const issueCertificates = async (tx: Db, courseId: number, userIds: number[]) => {
  for (const { user_id, course, ...names } of await listFinishers(tx, courseId, userIds)) {
    const number = newNumber()
    const name = fullName(names)
    const issued = { number, user_id, course_id: courseId, name, course, issued_on: moscowDay(new Date()) }
    if (!(await insertCertificate(tx, issued))) continue
    const address = pathTo('certificates.show', { number })
    await insertNotifications(tx, [user_id], {
      type: 'certificate-issued',
      title: `Вы прошли курс <b>«${escapeHtml(course)}»</b>: <a href="${address}">вот ваш сертификат</a>`,
      same_as: `certificate:${courseId}`,
    })
  }
}
