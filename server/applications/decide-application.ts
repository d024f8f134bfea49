import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { type ApplicationRow, decideApplication, lockApplication } from '#server/applications/applications.repo.ts'
import type { ApplicationRecord } from '#server/applications/applications.table.ts'
import { enrolStudent } from '#server/courses/set-members.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { found, Refusal } from '#server/http/refusal.ts'

/** Decides an application in one transaction; 409 when it was decided before, so a second decision changes nothing. */
const decide = (
  db: Db,
  actor: Actor,
  id: number,
  changes: Partial<ApplicationRecord>,
  act: (tx: Db) => Promise<void>,
) =>
  db.transaction(async (tx) => {
    const { status } = found(await lockApplication(tx, id))
    if (status !== 'new') {
      const answer = status === 'accepted' ? 'принята' : 'отклонена'
      throw new Refusal('conflict', { detail: `Эта заявка уже ${answer}.` })
    }
    await decideApplication(tx, id, changes, actor.id)
    await act(tx)
    await addEffect(tx, 'application-letter', { application_id: id })
  })

/** Accepts an application: the applicant is enrolled in the course and notified. */
export const acceptApplication = (db: Db, actor: Actor, { application, person, active }: ApplicationRow) => {
  const refused = (why: string) =>
    new Refusal('conflict', { detail: `${why}: ${fullName(person)}. Заявку можно отклонить.` })
  if (!active) throw refused('Учётная запись отключена')
  // they may have become a teacher since
  if (person.role !== 'student') throw refused(`Учиться на курсе могут только ${called('студенты')}, а роль уже другая`)
  return decide(db, actor, application.id, { status: 'accepted' }, (tx) =>
    enrolStudent(tx, actor, application.course_id, application.user_id),
  )
}

/** Declines an application; the applicant is notified. */
export const declineApplication = (db: Db, actor: Actor, { application }: ApplicationRow, reason: string) =>
  decide(db, actor, application.id, { status: 'declined', reason }, (tx) =>
    addEffect(tx, 'application-declined', { application_id: application.id, actor_id: actor.id }),
  )
