import { cohortTitle } from '#contract/cohorts/cohort-words.ts'

// Apart from the schemas, so that the screen does not load zod.

/** What a file may say of a person, with its name for people, in the order of forms. */
export const peopleFields = {
  full_name: 'ФИО одной колонкой',
  surname: 'Фамилия',
  name: 'Имя',
  patronymic: 'Отчество',
  email: 'Почта',
  login: 'Логин',
  own_number: 'Личный номер',
  role: 'Роль',
  get class() {
    return cohortTitle('one')
  },
  birth_date: 'Дата рождения',
  parent_name: 'Имя родителя',
  parent_email: 'Почта родителя',
  courses: 'Курсы',
} as const
export type PeopleField = keyof typeof peopleFields

export const peopleFieldNames = Object.keys(peopleFields) as [PeopleField, ...PeopleField[]]

/** Max bytes of a file with people. */
export const maxPeopleFile = 10 * 2 ** 20

/** The file check of the specification (§5) for a file with people. */
export const peopleFileCheck = { types: ['.csv', '.txt', '.tsv', '.xlsx'], maxSize: maxPeopleFile }

/** Max people in one file. */
export const maxPeople = 5000
