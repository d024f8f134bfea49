import { z } from 'zod'
import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import { dayMs } from '#contract/durations.ts'
import { line } from '#contract/http/fields.ts'
import type { PeopleField } from '#contract/people-imports/people-fields.ts'
import { Email } from '#contract/users/email.ts'
import { called } from '#contract/users/student-word.ts'
import { BirthDate, Login, OwnNumber, PersonName, type RoleSlug } from '#contract/users/users.schema.ts'

/** What a row says of a person; a field with an empty cell is missing, and stays as it is. */
export interface WantedPerson {
  surname?: string
  name?: string
  patronymic?: string
  /** In lower case. */
  email?: string
  login?: string
  own_number?: string
  role?: RoleSlug
  /** Names of classes as they are written; several between commas, which names may contain, too. */
  classes?: string[]
  /** `YYYY-MM-DD`. */
  birth_date?: string
  parent_name?: string
  parent_email?: string
  /** The cell: names may contain the signs that separate them. */
  courses?: string
}

export type RowErrors = Partial<Record<PeopleField, string[]>>

/** A row of the file, read but not compared with the school. */
export interface ReadRow {
  line: number
  wanted: WantedPerson
  errors: RowErrors
}

export const addError = (errors: RowErrors, field: PeopleField, sentence: string) => {
  errors[field] = [...(errors[field] ?? []), sentence]
}

const roleWords: Record<RoleSlug, string[]> = {
  student: [
    'student',
    'студент',
    'студентка',
    'ученик',
    'ученица',
    'учащийся',
    'учащаяся',
    'обучающийся',
    'обучающаяся',
    'слушатель',
    'школьник',
  ],
  teacher: [
    'teacher',
    'преподаватель',
    'преподавательница',
    'учитель',
    'учительница',
    'педагог',
    'наставник',
    'тьютор',
    'классный руководитель',
  ],
  curator: ['curator', 'куратор', 'завуч', 'администратор', 'директор', 'заместитель директора'],
}

const roleBy = new Map(
  Object.entries(roleWords).flatMap(([role, words]) => words.map((word) => [word, role as RoleSlug] as const)),
)

const two = (text: string) => text.padStart(2, '0')

/** Days of a spreadsheet are counted from the end of 1899, or from 1904. */
const dayOfSerial = (serial: number, startsAt1904: boolean) =>
  new Date(Date.UTC(1899, 11, 30) + (Math.floor(serial) + (startsAt1904 ? 1462 : 0)) * dayMs).toISOString().slice(0, 10)

/** A day as people and programs write it, as `YYYY-MM-DD`; what is none is returned as it is. */
const isoDay = (text: string, startsAt1904: boolean) => {
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return `${iso[1]}-${two(iso[2] ?? '')}-${two(iso[3] ?? '')}`
  const russian = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})(?:[ T].*|\s*г\.?)?$/.exec(text)
  if (russian) return `${russian[3]}-${two(russian[2] ?? '')}-${two(russian[1] ?? '')}`
  // four digits are a year without its day, not one before 1928
  return /^\d{5}(\.\d+)?$/.test(text) ? dayOfSerial(Number(text), startsAt1904) : text
}

/** Whether a text of this form is a day: not the 31st of February. */
const isDay = (text: string) => z.iso.date().safeParse(text).success

/** Max classes that one cell names. */
const maxClasses = 10

const splitClasses = (text: string, separators: RegExp) => [
  ...new Set(
    text
      .split(separators)
      .map((part) => part.replace(/\s+/g, ' ').trim())
      .filter(Boolean),
  ),
]

/** «Иванова Мария Петровна»; what follows the name is the patronymic, such as «Гасан оглы». */
const splitName = (text: string) => {
  const [surname = '', name = '', ...rest] = text.trim().split(/\s+/)
  return { surname, name, patronymic: rest.join(' ') }
}

/**
 * A text as a cell has it: spreadsheets keep the apostrophe that protects from formulas, and spaces that do not break.
 */
const cellText = (text: string) =>
  text
    .replace(/^'(?=[=+\-@])/, '')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .trim()

/** Reads the cells of a row, by field. */
export const readPerson = (
  number: number,
  raw: Partial<Record<PeopleField, string>>,
  startsAt1904: boolean,
): ReadRow => {
  const cells = Object.fromEntries(Object.entries(raw).map(([field, text]) => [field, cellText(text)])) as typeof raw
  const errors: RowErrors = {}
  const wanted: WantedPerson = {}
  const check = <Schema extends z.ZodType>(field: PeopleField, schema: Schema, text = cells[field]) => {
    if (!text) return undefined
    const result = schema.safeParse(text)
    if (result.success) return result.data
    addError(errors, field, result.error.issues[0]?.message ?? 'Проверьте значение')
    return undefined
  }
  const split = splitName(cells.full_name ?? '')
  /** An error about a part of the full name belongs to the column that it comes from. */
  const name = (field: 'surname' | 'name' | 'patronymic') => {
    if (cells[field] || !split[field]) return check(field, PersonName)
    return check('full_name', PersonName, split[field])
  }
  const birthDate = () => {
    const text = cells.birth_date
    if (!text) return undefined
    const day = isoDay(text, startsAt1904)
    if (isDay(day)) return check('birth_date', BirthDate, day)
    addError(errors, 'birth_date', `«${text.slice(0, 40).toWellFormed()}» — не дата. Напишите её так: 14.03.2011`)
    return undefined
  }
  const found = {
    surname: name('surname'),
    name: name('name'),
    patronymic: name('patronymic'),
    email: check('email', Email),
    login: check('login', Login),
    own_number: check('own_number', OwnNumber),
    birth_date: birthDate(),
    parent_name: check('parent_name', PersonName),
    parent_email: check('parent_email', Email),
    courses: cells.courses || undefined,
  }
  for (const [field, value] of Object.entries(found)) {
    if (value) Object.assign(wanted, { [field]: value })
  }
  if (cells.role) {
    const role = roleBy.get(cells.role.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' '))
    if (role) wanted.role = role
    else addError(errors, 'role', `Такой роли нет: ${called('студент')}, преподаватель или куратор`)
  }
  const classes = splitClasses(cells.class ?? '', /[;,\n]/)
  if (classes.length > maxClasses) addError(errors, 'class', `Не больше ${maxClasses} ${cohortCalled('ofMany')}`)
  else if (classes.some((text) => !line(100).safeParse(text).success))
    addError(errors, 'class', 'Не длиннее 100 знаков')
  else if (classes.length > 0) wanted.classes = splitClasses(cells.class ?? '', /[;\n]/)
  return { line: number, wanted, errors }
}
