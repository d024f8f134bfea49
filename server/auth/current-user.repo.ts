import { eq, sql } from 'drizzle-orm'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { type Actor, isStaff } from '#contract/users/users.policy.ts'
import { roleOf } from '#contract/users/users.schema.ts'
import { lacksSecondFactor } from '#server/auth/sessions.repo.ts'
import { taughtSources } from '#server/courses/course-sources.repo.ts'
import type { Tag } from '#server/db/changes.ts'
import type { Db } from '#server/db/database.ts'
import type { BuiltFrom } from '#server/db/kept.ts'
import { prepared } from '#server/db/prepared.ts'
import { listNewestNotifications } from '#server/notifications/notifications.repo.ts'
import { countWaitingTasks } from '#server/tasks/waiting-tasks.repo.ts'
import { roleInPart } from '#server/users/curators.repo.ts'
import { avatarOf } from '#server/users/present-person.ts'
import { findUser } from '#server/users/users.repo.ts'
import { users } from '#server/users/users.table.ts'

/**
 * Course id to name: what a student may open, what a teacher teaches; curators of courses get null, as they load the
 * whole list.
 */
const coursesOf = sql<Record<string, string> | null>`case ${roleInPart('courses')}
  when 'student' then (
    select json_object_agg(courses.id, courses.name) from courses
    join course_students on course_students.course_id = courses.id and course_students.user_id = users.id
    where courses.status = 'published' and courses.deleted_at is null)
  when 'teacher' then (
    select json_object_agg(courses.id, courses.name) from courses
    join course_teachers on course_teachers.course_id = courses.id and course_teachers.user_id = users.id
    where courses.deleted_at is null)
  end`

const unread = sql<number>`(
  select count(*)::int from notifications where notifications.user_id = users.id and read_at is null
    and on_site)`

/**
 * The signed-in user with what every screen needs: the call made before each navigation. `lookerId`: the curator who
 * looks at the site as them.
 */
export const loadCurrentUser = async (db: Db, id: number, lookerId?: number): Promise<CurrentUser | null> => {
  const statement = prepared(db, 'current_user', (db, name) =>
    db
      .select({ user: users, courses: coursesOf, unread, lacks_second_factor: lacksSecondFactor })
      .from(users)
      .where(eq(users.id, sql.placeholder('id')))
      .prepare(name),
  )
  const [[row], newest, waiting_tasks, looker] = await Promise.all([
    statement.execute({ id }),
    listNewestNotifications(db, id),
    countWaitingTasks(db, id),
    lookerId === undefined ? null : findUser(db, lookerId),
  ])
  if (!row) return null
  const { user } = row
  return {
    id: user.id,
    name: user.name,
    surname: user.surname,
    email: user.email,
    email_confirmed: user.email_confirmed_at !== null,
    role: roleOf(user.role),
    rights: user.rights,
    looker,
    avatar: avatarOf(user.avatar),
    courses: row.courses ?? {},
    notifications: { unread: row.unread, data: newest },
    waiting_tasks,
    erase_at: user.erase_at,
    lacks_second_factor: looker === null && row.lacks_second_factor,
  }
}

/** What `loadCurrentUser` reads: notifications name lessons and projects, and staff see what waits in their courses. */
export const currentUserSources = (db: Db, actor: Actor): BuiltFrom => {
  const tags: Tag[] = ['users', 'courses', 'lessons', 'projects', `notifications:${actor.id}`]
  tags.push(`second_factors:${actor.id}`, `passkeys:${actor.id}`, 'site_settings:school')
  if (!isStaff(actor)) return { tags: [...tags, `course_students:${actor.id}`] }
  const taught = taughtSources(db, actor)
  return { ...taught, tags: [...tags, ...taught.tags] }
}
