import { type ApplicationRow, deleteWaitingApplication } from '#server/applications/applications.repo.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { deleteNotificationsLike } from '#server/notifications/notifications.repo.ts'
import { listCuratorIds } from '#server/users/curators.repo.ts'

/** `same_as` of the notifications of an application. */
export const sameApplication = (id: number) => `application-received:${id}`

/** Deletes an undecided application with its notifications, which repeat its text. 409 when the school has answered. */
export const withdrawApplication = (db: Db, { application: { id }, teacher_ids }: ApplicationRow) =>
  db.transaction(async (tx) => {
    if (!(await deleteWaitingApplication(tx, id))) {
      throw new Refusal('conflict', { detail: 'Школа уже ответила на эту заявку.' })
    }
    const staff = [...teacher_ids, ...(await listCuratorIds(tx, 'courses'))]
    await deleteNotificationsLike(tx, [...new Set(staff)], sameApplication(id))
  })
