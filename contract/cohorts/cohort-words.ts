import type { CohortWord } from '#contract/cohorts/cohort-word.ts'
import { cohortWord } from '#contract/site/school-words.ts'

/** The forms of a word that texts use; `fresh` and `this` agree with its gender. */
export interface CohortForms {
  one: string
  of: string
  many: string
  /** «Нет классов» and «пишет классам». */
  ofMany: string
  toMany: string
  /** «Новый класс» and «Новая группа». */
  fresh: string
  /** In the accusative: «удалить этот класс», «создайте первую группу». */
  this: string
  first: string
  /** Who is responsible for it. */
  leader: string
}

/** The forms of each word. */
export const cohortForms: Record<CohortWord, CohortForms> = {
  class: {
    one: 'класс',
    of: 'класса',
    many: 'классы',
    ofMany: 'классов',
    toMany: 'классам',
    fresh: 'Новый класс',
    this: 'класс',
    first: 'первый класс',
    leader: 'Классный руководитель',
  },
  group: {
    one: 'группа',
    of: 'группы',
    many: 'группы',
    ofMany: 'групп',
    toMany: 'группам',
    fresh: 'Новая группа',
    this: 'группу',
    first: 'первую группу',
    leader: 'Руководитель группы',
  },
  stream: {
    one: 'поток',
    of: 'потока',
    many: 'потоки',
    ofMany: 'потоков',
    toMany: 'потокам',
    fresh: 'Новый поток',
    this: 'поток',
    first: 'первый поток',
    leader: 'Руководитель потока',
  },
}

/** The text with a capital letter at its beginning. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A form of the school's word, where a text is made: «Список классов» is `Список ${cohortCalled('ofMany')}`. */
export const cohortCalled = (form: keyof CohortForms) => cohortForms[cohortWord()][form]

/** The same at the beginning of a text. */
export const cohortTitle = (form: keyof CohortForms) => capitalized(cohortCalled(form))
