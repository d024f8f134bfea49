import type { z } from 'zod'
import type { UserProfile } from '#contract/users/users.api.ts'
import { type Actor, canSeeEmail, canSeeFile, curates, roleIn } from '#contract/users/users.policy.ts'
import type { UserRow } from '#contract/users/users.schema.ts'
import { leadsStudent } from '#server/cohorts/leads-student.repo.ts'
import type { Db } from '#server/db/database.ts'
import { hasVerdictLetters } from '#server/notifications/change-settings.ts'
import { listProjectCards } from '#server/projects/list-projects.ts'
import { stateOf } from '#server/users/account-state.ts'
import { findVisit } from '#server/users/list-people.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'
import { listFinishedCourses } from '#server/users/profile.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** Whether the owner of the address has followed a link from a letter to it. */
export const isConfirmed = (user: Pick<User, 'email_confirmed_at'>) => user.email_confirmed_at !== null

/** A row of a list; e-mail and the rest of a person's file only for those who may see it; `leads`: their class. */
export const presentRow = (actor: Actor | null, user: User, leads = false): UserRow => ({
  ...presentPerson(user),
  ...(canSeeEmail(actor, user) ? { email: user.email, email_confirmed: isConfirmed(user) } : {}),
  ...(canSeeFile(actor, user, leads)
    ? {
        login: user.login,
        patronymic: user.patronymic,
        own_number: user.own_number,
        birth_date: user.birth_date,
      }
    : {}),
  ...(curates(actor, 'people')
    ? {
        ...(user.role === 'curator' ? { rights: user.rights } : {}),
        active: user.active,
        created_at: user.created_at,
        awaits_parent_at: user.awaits_parent_at,
      }
    : {}),
})

/** A profile as the actor, or a guest, may see it. First check whether they may see it at all. */
export const presentProfile = async (db: Db, actor: Actor | null, user: User): Promise<z.input<typeof UserProfile>> => {
  const own = actor?.id === user.id
  const [projects, finished, leads, letters, visit] = await Promise.all([
    listProjectCards(db, { user_id: user.id, unpublished: own || curates(actor, 'projects') }, actor),
    user.role === 'student' && (user.shows_courses || own) ? listFinishedCourses(db, user.id) : [],
    // curators of people see the file anyway
    actor !== null && roleIn(actor, 'people') === 'teacher' && leadsStudent(db, actor.id, user.id),
    own ? hasVerdictLetters(db, user.id) : false,
    curates(actor, 'people') ? findVisit(db, user.id) : null,
  ])
  return {
    ...presentRow(actor, user, leads === true),
    occupation: user.occupation,
    about: user.about,
    links: user.links,
    ...(own ? { letters, shows_courses: user.shows_courses } : {}),
    ...(own || curates(actor, 'people') ? { erase_at: user.erase_at } : {}),
    ...(visit ? { state: stateOf(user, visit.awaits_curator), visited_at: visit.visited_at } : {}),
    finished_courses: finished,
    projects,
  }
}
