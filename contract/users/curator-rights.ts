import { cohortCalled } from '#contract/cohorts/cohort-words.ts'

// Apart from the schemas, so that a page that only shows people does not load zod.

/** The parts that a curator's rights may be limited to, with their names for people. */
export const curatorRights = {
  get people() {
    return `Люди и ${cohortCalled('many')}`
  },
  courses: 'Курсы и работы',
  organisation: 'Сведения об организации',
  projects: 'Проекты и жалобы',
} as const
export type CuratorRight = keyof typeof curatorRights

/** What an act needs: one part of the rights, or all of them. */
export type NeededRight = CuratorRight | 'all'

/** What a call needs: one of them, or several parts together. */
export type NeededRights = NeededRight | readonly CuratorRight[]

/** The rights of a curator in a line, as letters and the journal of changes have them. */
export const rightsText = (rights: readonly CuratorRight[] | null) => {
  if (rights === null) return 'все'
  return rights.length === 0 ? 'никаких' : rights.map((right) => `«${curatorRights[right]}»`).join(', ')
}

/** What each part allows, as shown to the curator who gives it. */
export const curatorRightNotes: Record<CuratorRight, string> = {
  get people() {
    return `Учётные записи, ${cohortCalled('many')}, импорт, родители, согласия, заявки на регистрацию`
  },
  courses: 'Все курсы, уроки, работы, журналы, сертификаты и заявки на курсы',
  organisation: 'Страницы раздела и его документы',
  projects: 'Жалобы, скрытие проектов, удаление комментариев',
}
