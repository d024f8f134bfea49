import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { matchPage, pathTo } from '#contract/pages.ts'
import { curates } from '#contract/users/users.policy.ts'
import { toActor } from '#web/auth/use-actor.ts'
import { seesSettings } from '#web/settings/sees-settings.ts'
import { plainSpelling } from '#web/ui/plain-spelling.ts'

/** A page to go to by what one does there. */
export interface PaletteAct {
  title: string
  url: string
}

/** What the person may do, by their role and by the course that they are in. */
export const listActs = (user: CurrentUser, path: string): PaletteAct[] => {
  const actor = toActor(user)
  const { role } = user
  const isStaff = role.slug !== 'student'
  const page = matchPage(path)
  const courseId = page?.name === 'courses.show' || page?.name === 'courses.edit' ? path.split('/')[2] : undefined
  const ofCourse = courseId
    ? [
        ...(isStaff ? [{ title: 'Новый урок', url: pathTo('lessons.create', { course_id: courseId }) }] : []),
        {
          title: isStaff ? 'Журнал' : 'Мои оценки',
          url: pathTo('courses.show', { id: courseId }, { view: 'journal' }),
        },
      ]
    : []
  const ofRole = isStaff
    ? [
        { title: 'Проверка работ', url: pathTo('tasks.index') },
        { title: 'Новый курс', url: pathTo('courses.create') },
        { title: 'Заявки', url: pathTo('applications.index') },
      ]
    : [{ title: 'Задания', url: pathTo('tasks.index') }]
  const ofCurators = [
    ...(curates(actor, 'people') ? [{ title: 'Пользователи', url: pathTo('users.index') }] : []),
    ...(seesSettings(actor) ? [{ title: 'Настройки школы', url: pathTo('settings') }] : []),
  ]
  return [
    ...ofCourse,
    ...ofRole,
    ...ofCurators,
    { title: 'Курсы', url: pathTo('courses.index') },
    { title: 'Календарь', url: pathTo('calendar') },
    { title: 'Проекты', url: pathTo('projects.index') },
    { title: 'Новый проект', url: pathTo('projects.create') },
    { title: 'Профиль', url: pathTo('profile') },
  ]
}

/** The acts with this text in their names; all for none. */
export const narrowActs = (acts: PaletteAct[], text: string) =>
  acts.filter(({ title }) => plainSpelling(title).includes(plainSpelling(text)))
