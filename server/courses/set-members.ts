import { hourMs } from '#contract/durations.ts'
import { called } from '#contract/users/student-word.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { acceptWaiting, reopenApplications } from '#server/applications/applications.repo.ts'
import { addAuditEntries, addAuditEntry } from '#server/audit/audit.repo.ts'
import { lockEditableCourse } from '#server/courses/course-access.ts'
import { lockCourse, setTeachers } from '#server/courses/courses.repo.ts'
import {
  type EndedEnrolment,
  type Enrolment,
  endEnrolments,
  enrolByHand,
  enrolManyByHand,
  enrolWithCohorts,
  setStudents,
} from '#server/courses/enrolments.repo.ts'
import { deleteLeavers, insertLeavers, listMembersOnce } from '#server/courses/leavers.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffects } from '#server/effects/effects.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { deleteUnreadEnrolmentNews } from '#server/notifications/notifications.repo.ts'
import { freeTasks } from '#server/reviews/assign-tasks.ts'
import { unique } from '#server/unique.ts'
import { listTaughtStudents } from '#server/users/taught-students.repo.ts'
import { holdPeople, listActiveUsers } from '#server/users/users.repo.ts'
import { notifyPrograms } from '#server/webhooks/notify-programs.ts'

/** What an enrolment has beside its notification. */
interface Joining {
  /** A letter of its own is sent. */
  has_letter?: boolean
}

/** Notifies each student once of all courses that they have joined. */
const notifyJoined = async (tx: Db, actor: Actor, joined: Enrolment[], joining: Joining) => {
  const ofStudent = [...Map.groupBy(joined, ({ user_id }) => user_id)].map(([user_id, enrolments]) => ({
    user_id,
    course_ids: enrolments.map(({ course_id }) => course_id).toSorted((a, b) => a - b),
  }))
  const alike = Map.groupBy(ofStudent, ({ course_ids }) => course_ids.join(','))
  const news = [...alike.values()].map((students) => ({
    course_ids: students[0]?.course_ids ?? [],
    user_ids: students.map(({ user_id }) => user_id),
    actor_id: actor.id,
  }))
  const isOne = ({ course_ids }: { course_ids: number[] }) => course_ids.length === 1
  await addEffects(
    tx,
    'course-enrolled',
    news.filter(isOne).map(({ course_ids, ...rest }) => ({ course_id: course_ids[0] as number, ...rest, ...joining })),
  )
  await addEffects(
    tx,
    'courses-enrolled',
    news.filter((each) => !isOne(each)),
  )
}

/**
 * Takes back the unread news of these enrolments. News of several courses comes again without them, from who enrolled
 * the student: its effect has all of its courses, and leaves out those that the student no longer takes or cannot open.
 */
export const takeBackNews = async (tx: Db, actor: Actor, ended: Enrolment[]) => {
  const isEnded = new Set(ended.map(({ user_id, course_id }) => `${user_id}:${course_id}`))
  const gone = await deleteUnreadEnrolmentNews(tx, ended)
  const others = gone.filter(({ user_id, course_ids }) => course_ids.some((id) => !isEnded.has(`${user_id}:${id}`)))
  const alike = Map.groupBy(others, ({ actor_id, course_ids }) => `${actor_id}:${course_ids}`)
  await addEffects(
    tx,
    'courses-enrolled',
    [...alike.values()].map((news) => ({
      course_ids: news[0]?.course_ids ?? [],
      user_ids: news.map(({ user_id }) => user_id),
      actor_id: news[0]?.actor_id ?? actor.id,
    })),
  )
}

/**
 * Records who has just joined and left courses: who joined is notified, and needs no other answer to an application; who
 * left stays in the journal, and news that they have joined is taken back unless they have read it. Somebody who leaves
 * within an hour was enrolled by mistake: their application waits again.
 */
const settle = async (tx: Db, actor: Actor, joined: Enrolment[], left: EndedEnrolment[], joining: Joining = {}) => {
  const isUndone = ({ since }: EndedEnrolment) => Date.now() - Date.parse(since) < hourMs
  await insertLeavers(tx, left)
  await deleteLeavers(tx, joined)
  await acceptWaiting(tx, actor.id, joined)
  await reopenApplications(tx, left.filter(isUndone))
  await notifyJoined(tx, actor, joined, joining)
  await takeBackNews(tx, actor, left)
  const enrolled = joined.map(({ course_id, user_id }) => ({ course_id, user_id }))
  await notifyPrograms(tx, 'person-enrolled', enrolled)
  const changed = Map.groupBy([...joined, ...left], ({ course_id }) => course_id)
  const among = (enrolments: Enrolment[], id: number) => {
    const students = enrolments.flatMap(({ course_id, user_id }) => (course_id === id ? user_id : []))
    return students.length > 0 ? { students } : {}
  }
  await addAuditEntries(
    tx,
    [...changed.keys()].map((id) => ({
      actor,
      kind: 'course-students',
      object: { kind: 'course', id },
      before: among(left, id),
      after: among(joined, id),
    })),
  )
}

/**
 * Teachers find people by their exact address (product decision: rights). Who has none is enrolled by a curator, with a
 * class, or where they have been already: whoever teaches them may give them a password.
 */
const checkFound = async (tx: Db, actor: Actor, courseId: number, students: { id: number; email: string | null }[]) => {
  if (curates(actor, 'people')) return
  const ids = students.flatMap(({ id, email }) => (email === null ? id : []))
  if (ids.length === 0) return
  const known = await listTaughtStudents(tx, actor.id, ids)
  for (const { user_id } of await listMembersOnce(tx, courseId, ids)) known.add(user_id)
  if (ids.every((id) => known.has(id))) return
  throw invalid('user_ids', 'В списке есть тот, у кого нет почты: на курс таких записывает куратор.')
}

/**
 * Replaces the students who are enrolled by hand by `userIds`; new ones are notified, removed ones stay in the journal.
 * Who is in a class that takes the course stays in it.
 */
export const enrolStudents = (db: Db, actor: Actor, courseId: number, userIds: number[]) =>
  db.transaction(async (tx) => {
    const ids = unique(userIds)
    await lockEditableCourse(tx, actor, courseId)
    await holdPeople(tx, ids)
    const students = await listActiveUsers(tx, ids, ['student'])
    if (students.length < ids.length) {
      throw invalid(
        'user_ids',
        `В списке есть тот, кого нельзя записать: учиться на курсе могут только ${called('студенты')}.`,
      )
    }
    await checkFound(tx, actor, courseId, students)
    const { added, removed } = await setStudents(tx, courseId, ids)
    const inCourse = (user_id: number) => ({ course_id: courseId, user_id })
    await settle(tx, actor, added.map(inCourse), removed)
  })

/**
 * Adds one student, who gets a letter about it, to a course by hand, and notifies them by the other channels unless they
 * take it with a class already. Call it in a transaction.
 */
export const enrolStudent = async (tx: Db, actor: Actor, courseId: number, userId: number) => {
  await lockCourse(tx, courseId)
  const added = await enrolByHand(tx, courseId, [userId])
  await settle(
    tx,
    actor,
    added.map((user_id) => ({ course_id: courseId, user_id })),
    [],
    { has_letter: true },
  )
}

/**
 * Enrols in these courses who has come with a class, and ends what a class was the last reason for. Call it in the
 * transaction that has locked the courses and changed the class. It takes a constant number of statements.
 */
export const settleCohorts = async (tx: Db, actor: Actor, courseIds: number[]) => {
  if (courseIds.length === 0) return
  await settle(tx, actor, await enrolWithCohorts(tx, courseIds), await endEnrolments(tx, courseIds))
}

/**
 * Enrols people by hand, and everybody who has come with a class into one of `courseIds`. Call it in the transaction
 * that has locked the courses and changed the classes. It takes a constant number of statements.
 */
export const enrolPeople = async (tx: Db, actor: Actor, byHand: Enrolment[], courseIds: number[]) => {
  const joined = await enrolManyByHand(tx, byHand)
  const withCohorts = courseIds.length === 0 ? [] : await enrolWithCohorts(tx, courseIds)
  await settle(tx, actor, [...joined, ...withCohorts], [])
}

/** Makes the creator of a course its first teacher; 403 for somebody who has lost their role in the same moment. */
export const appointCreator = async (tx: Db, courseId: number, { id }: Actor) => {
  await holdPeople(tx, [id])
  if ((await listActiveUsers(tx, [id], ['teacher', 'curator'])).length === 0) throw new Refusal('forbidden')
  await setTeachers(tx, courseId, [id])
}

/**
 * Replaces the teachers of a course by `userIds`; a course keeps at least one. Tasks assigned to removed teachers are
 * unassigned.
 */
export const appointTeachers = (db: Db, actor: Actor, courseId: number, userIds: number[]) =>
  db.transaction(async (tx) => {
    const ids = unique(userIds)
    await lockEditableCourse(tx, actor, courseId)
    await holdPeople(tx, ids)
    if (ids.length === 0) throw invalid('user_ids', 'У курса должен остаться хотя бы один преподаватель.')
    if ((await listActiveUsers(tx, ids, ['teacher', 'curator'])).length < ids.length) {
      throw invalid('user_ids', 'Вести курс могут только преподаватели и кураторы.')
    }
    const changed = await setTeachers(tx, courseId, ids)
    if (changed.added.length + changed.removed.length > 0) {
      await addAuditEntry(tx, {
        actor,
        kind: 'course-teachers',
        object: { kind: 'course', id: courseId },
        before: changed.removed.length > 0 ? { teachers: changed.removed } : {},
        after: changed.added.length > 0 ? { teachers: changed.added } : {},
      })
    }
    await freeTasks(tx, { course_ids: [courseId] })
  })
