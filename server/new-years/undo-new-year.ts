import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { checkSizes } from '#server/cohorts/check-size.ts'
import { lockCourses } from '#server/courses/courses.repo.ts'
import { settleCohorts } from '#server/courses/set-members.ts'
import type { Db } from '#server/db/database.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import {
  deleteCoursesForGood,
  deleteLessonsForGood,
  hasNotes,
  hasTasks,
  lockAssignments,
} from '#server/imports/imports.repo.ts'
import { countsOf } from '#server/new-years/apply-new-year.ts'
import {
  digestOf,
  lacksColumns,
  listChangedSince,
  listLessonIds,
  lockCohorts,
  lockNewYear,
  restoreCourses,
  setCohortStates,
  switchOn,
  takeCourses,
  unkeepPlaces,
  updateNewYear,
} from '#server/new-years/new-years.repo.ts'
import type { Made } from '#server/new-years/new-years.table.ts'
import { listUntaught } from '#server/users/hand-over.repo.ts'
import { listPlacesOf } from '#server/users/role-places.repo.ts'
import { lockPeople } from '#server/users/users.repo.ts'

const changed = (what: string) =>
  new Refusal('conflict', { detail: `Отменить уже нельзя: с тех пор изменилось вот что: ${what}.` })

/** Refuses when something depends on what the new year has made. */
const checkUnchanged = async (tx: Db, made: Made, lessonIds: number[]) => {
  const names = await listChangedSince(tx, made)
  if (names.length > 0) {
    throw changed(names.slice(0, 5).join(', ') + (names.length > 5 ? ` и ещё ${names.length - 5}` : ''))
  }
  if (made.columns && (await lacksColumns(tx, made.columns))) {
    throw new Refusal('conflict', {
      detail: 'Отменить уже нельзя: сайт с тех пор обновился, и проверить, менялись ли новые курсы, нечем.',
    })
  }
  const copyIds = made.copies.map(({ copy_id }) => copy_id)
  const begun = (await hasTasks(tx, lessonIds)) || (await hasNotes(tx, lessonIds))
  if (begun || (await digestOf(tx, copyIds, made.columns)) !== made.digest) throw changed('новые курсы')
}

/** Refuses when courses would be published again whose last teacher has left teaching, or the school, since. */
const checkTaught = async (tx: Db, { archived }: Made) => {
  const published = archived.filter(({ status }) => status === 'published').map(({ id }) => id)
  const names = (await listUntaught(tx, published)).map((name) => `«${name}»`)
  if (names.length === 0) return
  const detail =
    names.length === 1
      ? `Без преподавателя останется курс ${names[0]}. Откройте его в архиве, назначьте преподавателя и отмените новый год ещё раз.`
      : `Без преподавателя останутся курсы: ${names.join(', ')}. Откройте их в архиве, назначьте преподавателей и отмените новый год ещё раз.`
  throw new Refusal('conflict', { detail })
}

/**
 * Undoes a new year as a whole: everything is as it was before; accounts that were signed out stay so. 409 when
 * something depends on it by now, a class of the leavers has no room for them any more, or nobody would teach a course
 * that was published.
 */
export const undoNewYear = (db: Db, actor: Actor, id: number) =>
  db.transaction(async (tx) => {
    const { status, made, changes } = found(await lockNewYear(tx, id))
    if (status !== 'applied' || !made) throw new Refusal('wrong-state', { detail: 'Отменять нечего.' })
    const copyIds = made.copies.map(({ copy_id }) => copy_id)
    const archivedIds = made.archived.map(({ id }) => id)
    const { cohorts: ofLeavers } = await listPlacesOf(tx, made.leaver_ids)
    await lockCohorts(tx, [
      ...made.after.map(({ id }) => id),
      ...made.taken.map(({ cohort_id }) => cohort_id),
      ...ofLeavers,
    ])
    await lockCourses(tx, [...archivedIds, ...copyIds])
    await lockPeople(tx, made.leaver_ids)
    const lessonIds = await listLessonIds(tx, copyIds)
    await lockAssignments(tx, lessonIds)
    await checkUnchanged(tx, made, lessonIds)
    await checkTaught(tx, made)
    await deleteLessonsForGood(tx, lessonIds, [])
    await deleteCoursesForGood(tx, copyIds)
    await setCohortStates(tx, made.before)
    await restoreCourses(tx, made.archived)
    await takeCourses(tx, made.left)
    await unkeepPlaces(tx, made.kept)
    await switchOn(tx, made.leaver_ids, made.former)
    await checkSizes(tx, (await listPlacesOf(tx, made.leaver_ids)).cohorts)
    // people may have joined and left the classes in the meantime
    await settleCohorts(tx, actor, archivedIds)
    const object = { kind: 'settings' as const, id: 'new-year' }
    await addAuditEntry(tx, { actor, kind: 'new-year-undone', object, before: { year: countsOf(changes) } })
    return updateNewYear(tx, id, { status: 'undone', undone_at: new Date().toISOString() })
  })
