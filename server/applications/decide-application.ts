import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { type ApplicationRow, decideApplication, lockApplication } from '#server/applications/applications.repo.ts'
import type { ApplicationRecord } from '#server/applications/applications.table.ts'
import { lockCourse } from '#server/courses/courses.repo.ts'
import { enrolStudent } from '#server/courses/set-members.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { findUser, holdPeople } from '#server/users/users.repo.ts'

/** Decides an application; 409 when it was decided before, so a second decision changes nothing. */
const decide = async (tx: Db, actor: Actor, id: number, changes: Partial<ApplicationRecord>) => {
  const { status } = found(await lockApplication(tx, id))
  if (status !== 'new') {
    const answer = status === 'accepted' ? 'принята' : 'отклонена'
    throw new Refusal('conflict', { detail: `Эта заявка уже ${answer}.` })
  }
  await decideApplication(tx, id, changes, actor.id)
  await addEffect(tx, 'application-letter', { application_id: id })
}

/** Refuses to enrol somebody whose account was switched off, or who has become a teacher since. */
const checkApplicant = async (tx: Db, userId: number) => {
  await holdPeople(tx, [userId])
  const person = found(await findUser(tx, userId), ({ erase_at, erased_at }) => erase_at === null && erased_at === null)
  const refused = (why: string) =>
    new Refusal('conflict', { detail: `${why}: ${fullName(person)}. Заявку можно отклонить.` })
  if (!person.active) throw refused('Учётная запись отключена')
  if (person.role !== 'student') throw refused(`Учиться на курсе могут только ${called('студенты')}, а роль уже другая`)
}

/** Accepts an application: the applicant is enrolled in the course and notified. */
export const acceptApplication = (db: Db, actor: Actor, { application }: ApplicationRow) =>
  db.transaction(async (tx) => {
    // the course first, then the person, then the application: in the order of all acts on these
    await lockCourse(tx, application.course_id)
    await checkApplicant(tx, application.user_id)
    await decide(tx, actor, application.id, { status: 'accepted' })
    await enrolStudent(tx, actor, application.course_id, application.user_id)
  })

/** Declines an application; the applicant is notified. */
export const declineApplication = (db: Db, actor: Actor, { application }: ApplicationRow, reason: string) =>
  db.transaction(async (tx) => {
    await decide(tx, actor, application.id, { status: 'declined', reason })
    await addEffect(tx, 'application-declined', { application_id: application.id, actor_id: actor.id })
  })
