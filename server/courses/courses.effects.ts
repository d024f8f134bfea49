import { counted } from '#contract/plural.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import { listUnannounced } from '#server/courses/unannounced-enrolments.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectHandlers, EffectPayloads } from '#server/effects/effects.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'

/** Max courses that a notification names. */
const maxNamed = 3

const titleOf = (names: string[]) => {
  const quoted = names.slice(0, maxNamed).map((name) => `«${escapeHtml(name)}»`)
  if (names.length === 1) return `Вы записаны на курс <b>${quoted[0]}</b>`
  const more = names.length > maxNamed ? ` и ещё ${names.length - maxNamed}` : ''
  return `Вас записали на <b>${counted(names.length, 'курс', 'курса', 'курсов')}</b>: ${quoted.join(', ')}${more}`
}

/** One notification for each student, whatever the number of courses: nobody is notified of a course twice. */
const announce = async (
  db: Db,
  { course_ids, user_ids, actor_id }: EffectPayloads['courses-enrolled'],
  { has_letter = false } = {},
) => {
  const rows = await listUnannounced(db, course_ids, user_ids)
  const alike = Map.groupBy(rows, ({ courses }) => courses.map(({ id }) => id).join(','))
  for (const [sameAs, students] of alike) {
    await insertNotifications(
      db,
      students.map(({ user_id }) => user_id),
      {
        type: 'course-enrolled',
        actor_id,
        title: titleOf(students[0]?.courses.map(({ name }) => name) ?? []),
        same_as: `course-enrolled:${sameAs}`,
      },
      { letter: !has_letter },
    )
  }
}

/** Notifies students that they take courses, when they can open them: who has read so is not notified again. */
export const courseEffects: Pick<EffectHandlers, 'course-enrolled' | 'courses-enrolled'> = {
  'course-enrolled': (db, { course_id, has_letter, ...enrolled }) =>
    announce(db, { course_ids: [course_id], ...enrolled }, { has_letter }),
  'courses-enrolled': (db, enrolled) => announce(db, enrolled),
}
