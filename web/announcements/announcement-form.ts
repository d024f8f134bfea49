import { z } from 'zod'
import { type Announcement, AnnouncementCreate } from '#contract/announcements/announcements.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { RoleSlug } from '#contract/users/users.schema.ts'
import type { FormKind } from '#web/drafts/form-draft.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { fromLocalInput, toLocalInput } from '#web/ui/local-moment.ts'

const ids = z.array(z.string())

const Kept = z.object({
  title: z.string(),
  content: z.string(),
  courses: ids,
  cohorts: ids,
  roles: z.array(RoleSlug),
  must_read: z.boolean(),
  show_at: z.string(),
})

/** An announcement as it is typed; without a moment it is shown at once. */
export type AnnouncementValues = z.infer<typeof Kept>

/** The readers of an announcement to a role. */
export const roleAudiences: Record<RoleSlug, string> = {
  get student() {
    return `Всем ${called('студентам')}`
  },
  teacher: 'Всем преподавателям',
  curator: 'Всем кураторам',
}

/** The typed announcement as the server takes it. */
export const announcementOf = (values: AnnouncementValues): AnnouncementCreate => ({
  title: values.title,
  content: values.content,
  must_read: values.must_read,
  show_at: fromLocalInput(values.show_at),
  to: { course_ids: values.courses.map(Number), cohort_ids: values.cohorts.map(Number), roles: values.roles },
})

/** What the form shows of an announcement. */
export const announcementValues = (announcement: Announcement | null): AnnouncementValues => ({
  title: announcement?.title ?? '',
  content: announcement?.content ?? '',
  courses: announcement?.to?.courses.map(({ id }) => String(id)) ?? [],
  cohorts: announcement?.to?.cohorts.map(({ id }) => String(id)) ?? [],
  roles: announcement?.to?.roles ?? [],
  must_read: announcement?.must_read ?? false,
  show_at: announcement ? toLocalInput(announcement.show_at) : '',
})

const check = validateWith(AnnouncementCreate)

type Named = { id: number; name: string }[]

/** A moment as it is read; an empty one is at once. */
const momentIn = (local: string) => {
  const moment = fromLocalInput(local)
  return moment ? formatMoment(moment) : 'Сразу'
}

const namesOf = (known: Named, ids: string[]) =>
  ids.map((id) => known.find((row) => `${row.id}` === id)?.name ?? id).join(', ')

/** How an announcement is drafted; `cohortsLabel`: what the school calls classes. */
export const announcementKind = ({ courses, cohorts }: { courses: Named; cohorts: Named }, cohortsLabel: string) =>
  ({
    fields: {
      title: { label: 'Заголовок' },
      content: { label: 'Текст', rich: true },
      courses: { label: 'Курсы', show: (ids) => namesOf(courses, ids) },
      cohorts: { label: cohortsLabel, show: (ids) => namesOf(cohorts, ids) },
      roles: { label: 'Роли', show: (list) => list.map((role) => roleAudiences[role]).join(', ') },
      must_read: { label: 'Попросить прочитать' },
      show_at: { label: 'Когда показать', show: momentIn },
    },
    read: (values) => Kept.safeParse(values).data ?? null,
    check: (values) => {
      const { to, ...errors } = check(announcementOf(values))
      // the first of the fields that say for whom it is
      return to ? { ...errors, courses: to } : errors
    },
  }) satisfies FormKind<AnnouncementValues>
