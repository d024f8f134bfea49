import { schoolDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { insertCertificates, markReplaced } from '#server/certificates/certificates.repo.ts'
import type { CertificateRecord } from '#server/certificates/certificates.table.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { Refusal } from '#server/http/refusal.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { newNumber } from '#server/organisation/new-number.ts'

/** Issues a certificate with another name and a number of its own instead of this one, and notifies its owner. */
export const replaceCertificate = (db: Db, known: CertificateRecord, by: { user_id: number; name: string }) =>
  db.transaction(async (tx) => {
    const number = newNumber()
    const reason = `Заменён сертификатом ${number}`
    const replaced = await markReplaced(tx, known.number, { user_id: by.user_id, number, reason })
    if (!replaced) throw new Refusal('wrong-state', { detail: 'Этот сертификат уже заменён другим.' })
    const { user_id, course_id, course } = replaced
    const issued = onlyRow(
      await insertCertificates(tx, [{ number, user_id, course_id, name: by.name, course, issued_on: schoolDay() }]),
    )
    await insertNotifications(tx, [user_id], {
      type: 'certificate-issued',
      title: `Сертификат курса <b>«${escapeHtml(course)}»</b> заменён: <a href="${pathTo('certificates.show', { number })}">вот новый</a>`,
      place: number,
      same_as: `certificate:${number}`,
    })
    await addAuditEntry(tx, {
      actor: { id: by.user_id },
      kind: 'certificate-replaced',
      object: { kind: 'certificate', id: known.number },
      after: { replaced_by: number },
    })
    return issued
  })
