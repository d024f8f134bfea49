import { type PeopleField, peopleFieldNames } from '#contract/people-imports/people-fields.ts'

/** A heading without what people write differently: case, «ё», signs, spaces, the mark of a required column. */
export const headingKey = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/обязательно$/, '')

/** How the heading of each field is written by schools, by 1С, by school registers and by other platforms. */
const spellings: Record<PeopleField, string[]> = {
  full_name: [
    'фио',
    'фамилия имя отчество',
    'фамилия имя',
    'фамилия и имя',
    'полное имя',
    'ф.и.о. ученика',
    'фио ученика',
    'фио учащегося',
    'фио обучающегося',
    'фио студента',
    'ученик',
    'учащийся',
    'обучающийся',
    'студент',
    'сотрудник',
    'фио сотрудника',
    'преподаватель',
    'физическое лицо',
    'full name',
    'fullname',
  ],
  surname: ['фамилия', 'фамилия ученика', 'фамилия студента', 'surname', 'last name', 'lastname', 'family name'],
  name: ['имя', 'имя ученика', 'имя студента', 'name', 'first name', 'firstname', 'given name'],
  patronymic: ['отчество', 'отчество при наличии', 'отчество ученика', 'patronymic', 'middle name', 'middlename'],
  email: [
    'почта',
    'эл почта',
    'электронная почта',
    'адрес электронной почты',
    'адрес почты',
    'емейл',
    'имейл',
    'мейл',
    'мыло',
    'email',
    'e-mail',
    'mail',
    'email address',
    'почта ученика',
    'email ученика',
    'почта студента',
    'электронная почта ученика',
    'адрес эл почты',
  ],
  login: ['логин', 'имя пользователя', 'имя для входа', 'учетная запись', 'login', 'username', 'user name'],
  own_number: [
    'личный номер',
    'табельный номер',
    'таб номер',
    'номер',
    'код',
    'номер личного дела',
    'личное дело',
    'номер студенческого',
    'номер студенческого билета',
    'студенческий билет',
    'номер зачетки',
    'зачетная книжка',
    'номер зачетной книжки',
    'id number',
    'idnumber',
    'own number',
    'свой номер',
    'собственный номер',
    'шифр',
  ],
  role: ['роль', 'кто', 'кем', 'должность', 'тип пользователя', 'role'],
  class: [
    'класс',
    'группа',
    'поток',
    'классы',
    'группы',
    'класс группа',
    'учебная группа',
    'наименование группы',
    'название класса',
    'class',
    'group',
    'cohort',
    'cohort1',
    'grade',
  ],
  birth_date: [
    'дата рождения',
    'день рождения',
    'родился',
    'др',
    'рождение',
    'birth date',
    'birthday',
    'birthdate',
    'date of birth',
    'дата рожд',
  ],
  parent_name: [
    'родитель',
    'имя родителя',
    'фио родителя',
    'законный представитель',
    'фио законного представителя',
    'родители',
    'мать',
    'отец',
    'фио матери',
    'фио отца',
    'представитель',
    'parent',
    'parent name',
    'guardian',
  ],
  parent_email: [
    'почта родителя',
    'email родителя',
    'эл почта родителя',
    'электронная почта родителя',
    'адрес родителя',
    'почта родителей',
    'почта законного представителя',
    'email законного представителя',
    'электронная почта законного представителя',
    'parent email',
    'parent e-mail',
    'guardian email',
    'email родителей',
    'почта матери',
    'почта отца',
  ],
  courses: ['курсы', 'курс', 'предметы', 'предмет', 'дисциплины', 'дисциплина', 'courses', 'course', 'course1'],
}

const fieldByKey = new Map(
  peopleFieldNames.flatMap((field) =>
    [field, ...spellings[field]].map((spelling) => [headingKey(spelling), field] as const),
  ),
)

/** What else a heading of a parent's, an address or a day of birth begins or ends with. */
const guesses: [RegExp, PeopleField][] = [
  [
    /(почта|email|адрес).*(родител|представител|матери|отца|мамы|папы)|(родител|представител|мать|отец|мама|папа).*(почта|email)/,
    'parent_email',
  ],
  [/родител|представител/, 'parent_name'],
  [/^(почта|email|эл(ектронный)?адрес)|(почта|email)$/, 'email'],
  [/^датарожд/, 'birth_date'],
  [/^фио/, 'full_name'],
]

const fieldOf = (heading: string) => {
  const key = headingKey(heading.slice(0, 200))
  if (key === '') return undefined
  return fieldByKey.get(key) ?? guesses.find(([pattern]) => pattern.test(key))?.[1]
}

/** The column of each field, by the headings' spelling; of two columns for one field the first counts. */
export const findColumns = (headings: string[]) => {
  const columns: Partial<Record<PeopleField, number>> = {}
  headings.forEach((heading, column) => {
    const field = fieldOf(heading)
    if (field) columns[field] ??= column
  })
  return columns
}

/** How many columns of a row are recognised: the row with the most has the headings. */
export const countColumns = (cells: string[]) => Object.keys(findColumns(cells)).length
