import { calendarLinks, courseEvents } from '#server/calendar/calendar.table.ts'
import { certificates } from '#server/certificates/certificates.table.ts'
import type { Db } from '#server/db/database.ts'

interface Marked {
  user_id: number
  course_id: number
  mark: (column: `${string}.${string}`) => string
}

/** The marked person's certificate, which they have withdrawn, and what they have in the calendar. */
export const addCertificateAndCalendar = async (db: Db, { user_id, course_id, mark }: Marked) => {
  await db.insert(certificates).values({
    number: mark('certificates.number'),
    user_id,
    course_id,
    name: mark('certificates.name'),
    course: mark('certificates.course'),
    issued_on: '2026-11-23',
    withdrawn_at: new Date().toISOString(),
    withdrawn_by: user_id,
    reason: mark('certificates.reason'),
    replaced_by: mark('certificates.replaced_by'),
  })
  await db.insert(calendarLinks).values({ user_id, secret_hash: Buffer.from('3') })
  await db
    .insert(courseEvents)
    .values({ course_id, at: new Date().toISOString(), title: 'Консультация', created_by: user_id })
}
