import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { matchPage, pathTo } from '#contract/pages.ts'
import { plainSpelling } from '#web/ui/plain-spelling.ts'

/** A page to go to by what one does there. */
export interface PaletteAct {
  title: string
  url: string
}

/** What the person may do, by their role and by the course that they are in. */
export const listActs = ({ role }: CurrentUser, path: string): PaletteAct[] => {
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
  const ofCurators =
    role.slug === 'curator'
      ? [
          { title: 'Пользователи', url: pathTo('users.index') },
          { title: 'Настройки школы', url: pathTo('settings') },
        ]
      : []
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
