import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import { canEditCourse } from '#contract/courses/courses.policy.ts'
import type { PeopleField } from '#contract/people-imports/people-fields.ts'
import type { PeopleVerdict } from '#contract/people-imports/people-imports.schema.ts'
import { type Actor, canGiveRole } from '#contract/users/users.policy.ts'
import { parentEmailProblem, type RoleSlug } from '#contract/users/users.schema.ts'
import { classesFinder, classKey, coursesFinder } from '#server/people-imports/find-by-name.ts'
import type { Handles, KnownCourse, KnownPerson } from '#server/people-imports/known-people.repo.ts'
import { addError, type ReadRow, type RowErrors, type WantedPerson } from '#server/people-imports/read-person.ts'
import { parentsEmail } from '#server/users/guardians.repo.ts'

/** The columns of an account that a row sets. */
export type UserFields = Pick<
  WantedPerson,
  'surname' | 'name' | 'patronymic' | 'email' | 'login' | 'own_number' | 'birth_date' | 'role'
>

/** What a row does, once it is applied. */
export interface RowPlan {
  role: RoleSlug
  fields: UserFields
  /** Ids of classes and keys of new ones that the person joins: as a student, or as a leader. */
  classes: (number | string)[]
  /** Courses that the person takes or teaches from now on. */
  course_ids: number[]
  parent: { id: number | null; name: string; email: string | null } | null
}

export interface ComparedRow {
  line: number
  verdict: PeopleVerdict
  user_id: number | null
  name: string
  errors: RowErrors
  changes: PeopleField[]
  /** Null for a wrong row. */
  plan: RowPlan | null
}

/** What the school has of what the rows name. */
export interface KnownSchool {
  people: KnownPerson[]
  cohorts: { id: number; name: string }[]
  courses: KnownCourse[]
}

const spelling = ({ surname = '', name = '' }: { surname?: string; name?: string }) =>
  `${surname} ${name}`.toLowerCase()

const hasHandle = ({ email, login, own_number }: WantedPerson) => !!(email || login || own_number)

/** What the people of these rows are looked for by. */
export const handlesOf = (rows: ReadRow[]): Handles => {
  const all = (field: 'email' | 'login' | 'own_number') => rows.flatMap(({ wanted }) => wanted[field] ?? [])
  const nameless = rows.filter(({ wanted }) => wanted.surname && !hasHandle(wanted))
  return {
    emails: all('email'),
    logins: all('login'),
    numbers: all('own_number'),
    names: nameless.map(({ wanted }) => spelling(wanted)),
  }
}

const keyFields = ['email', 'login', 'own_number'] as const

const keyNames = { email: 'почта', login: 'логин', own_number: 'номер' }

const isOnePerson = 'Если это один и тот же человек, сначала исправьте его имя в его учётной записи'

/** The sentence for a key that somebody else has, and what helps. */
const foreignKeys = {
  email: ['Эта почта', isOnePerson],
  login: ['Этот логин', isOnePerson],
  own_number: ['Такой номер', 'Если это номер по порядку, выберите для личного номера «Не читать»'],
} as const

const sameLetters = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/**
 * Whether a row cannot be about this person, with whom it has one key in common. At most one of surname, name, day of
 * birth, number and login is corrected at a time: a column «Номер» may just count the lines. A family may share an
 * address, and with it brothers the surname: by it or a login no first name is corrected.
 */
const isSomebodyElse = (wanted: WantedPerson, person: KnownPerson, key: (typeof keyFields)[number]) => {
  const different = (['surname', 'name', 'birth_date', 'own_number', 'login'] as const).filter((field) => {
    const [text, known] = [wanted[field], person[field]]
    return text && known && sameLetters(text) !== sameLetters(known)
  })
  return different.length > 1 || (key !== 'own_number' && different.includes('name'))
}

/** Finds whom a row is about: null is somebody new, undefined more than one person, with an error. */
const matcher = (people: KnownPerson[]) => {
  const byKey = Map.groupBy(
    people.flatMap((person) =>
      keyFields.flatMap((field) => (person[field] ? [{ key: `${field} ${person[field]}`, person }] : [])),
    ),
    ({ key }) => key,
  )
  const byName = Map.groupBy(people, spelling)
  return ({ wanted, errors }: ReadRow): KnownPerson | null | undefined => {
    const matches = keyFields.flatMap((field) =>
      (wanted[field] ? (byKey.get(`${field} ${wanted[field]}`) ?? []) : []).map(({ person }) => ({ field, person })),
    )
    const [first] = matches
    if (first) {
      const other = matches.find(({ person }) => person.id !== first.person.id)
      if (matches.length === 1 && isSomebodyElse(wanted, first.person, first.field)) {
        const { surname, name } = first.person
        const [key, help] = foreignKeys[first.field]
        addError(errors, first.field, `${key} у другого человека: ${surname} ${name}. ${help}`)
        return undefined
      }
      if (!other) return first.person
      const sentence =
        other.field === first.field
          ? `Такой ${keyNames[other.field]} у нескольких человек`
          : `Здесь ${keyNames[first.field]} одного человека, а ${keyNames[other.field]} другого`
      addError(errors, other.field, sentence)
      return undefined
    }
    if (hasHandle(wanted) || !wanted.surname) return null
    const { birth_date } = wanted
    const namesake = byName
      .get(spelling(wanted))
      ?.some((person) => !birth_date || !person.birth_date || person.birth_date === birth_date)
    if (namesake) {
      addError(errors, 'surname', 'Такой человек уже есть. Добавьте в строку почту, логин или личный номер')
    }
    return null
  }
}

const rank: Record<RoleSlug, number> = { student: 0, teacher: 1, curator: 2 }

/** Whose account is a curator's has their rights. */
const checkCurators = (actor: Actor, role: RoleSlug, errors: RowErrors) => {
  if (!canGiveRole(actor, role)) addError(errors, 'role', 'Кураторов ведёт куратор со всеми правами')
}

const checkRole = (actor: Actor, person: KnownPerson, role: RoleSlug, errors: RowErrors) => {
  if (rank[role] >= rank[person.role]) return
  if (person.id === actor.id) addError(errors, 'role', 'Понизить в роли самого себя нельзя')
  else if (person.busy) {
    addError(errors, 'role', `За этим человеком есть курсы, ${cohortCalled('many')} или работы. Сначала передайте их`)
  }
}

const userFields = ['surname', 'name', 'patronymic', 'email', 'login', 'own_number', 'birth_date', 'role'] as const

/** Which of the person's parents the row names; null when nothing changes. */
const parentOf = ({ parent_name = '', parent_email }: WantedPerson, person: KnownPerson | null): RowPlan['parent'] => {
  if (!parent_name && !parent_email) return null
  const parents = person?.parents ?? []
  const named = parents.find(({ name, email }) => name === parent_name && (!email || !parent_email))
  if (!parent_email) return parents.some(({ name }) => name === parent_name) ? null : addressless(parents, parent_name)
  const addressed = parents.find(({ email }) => email === parent_email)
  if (addressed) {
    const isKnown = !parent_name || addressed.name === parent_name
    return isKnown ? null : { id: addressed.id, name: parent_name, email: parent_email }
  }
  return { id: (parent_name && named?.id) || null, name: parent_name, email: parent_email }
}

/** The only parent without a name gets it; otherwise there is one more. */
const addressless = (parents: KnownPerson['parents'], name: string): RowPlan['parent'] => {
  const [first, second] = parents.filter((parent) => parent.name === '')
  return first && !second ? { id: first.id, name, email: first.email } : { id: null, name, email: null }
}

const checkNew = ({ wanted, errors }: ReadRow, role: RoleSlug) => {
  if (!wanted.surname && !errors.surname && !errors.full_name) addError(errors, 'surname', 'Нет фамилии')
  if (!wanted.name && !errors.name && !errors.full_name) addError(errors, 'name', 'Нет имени')
  // students get a login that is made from their name
  if (role !== 'student' && !wanted.email && !wanted.login && !errors.email && !errors.login) {
    addError(errors, 'email', 'Нужна почта или логин')
  }
}

/** The address that a person is to have is no parent's, neither of the file nor of the school. */
const checkAddresses = ({ wanted, errors }: ReadRow, person: KnownPerson | null) => {
  const problem = parentEmailProblem(wanted.email ?? person?.email, wanted.parent_email)
  if (problem) addError(errors, 'parent_email', problem)
  const isParents = person?.parents.some(({ email }) => email !== null && email === wanted.email)
  if (isParents && wanted.email !== person?.email) addError(errors, 'email', parentsEmail)
}

/**
 * Compares rows with the school: what each of them is, and what it does once it is applied. Classes that the school
 * does not have are new.
 */
export const comparePeople = (actor: Actor, rows: ReadRow[], school: KnownSchool) => {
  const findPerson = matcher(school.people)
  const findClasses = classesFinder(school.cohorts)
  const findCourses = coursesFinder(school.courses)
  const editable = new Set(school.courses.filter((course) => canEditCourse(actor, course)).map(({ id }) => id))
  /** Unknown classes by key, as the first row writes them. */
  const unknown = new Map<string, string>()
  const matched = new Map<number, ComparedRow>()

  const compare = (read: ReadRow): ComparedRow => {
    const row = { ...read, errors: structuredClone(read.errors) }
    const { wanted, errors } = row
    const match = findPerson(row)
    const person = match ?? null
    const role = wanted.role ?? person?.role ?? 'student'
    if (person) {
      if (!person.active) addError(errors, 'email', 'Учётная запись отключена. Сначала включите её')
      checkRole(actor, person, role, errors)
    } else if (match === null) checkNew(row, role)
    const parent = role === 'student' ? parentOf(wanted, person) : null
    checkAddresses(row, person)

    const classes = (wanted.classes ?? []).flatMap(findClasses).flatMap(({ name, found }) => {
      if (found === 'many') addError(errors, 'class', `С названием «${name}» есть несколько ${cohortCalled('ofMany')}`)
      if (found === null && !unknown.has(classKey(name))) unknown.set(classKey(name), name)
      return found === 'many' ? [] : [found ?? classKey(name)]
    })
    const courses = findCourses(wanted.courses ?? '')
    for (const sentence of courses.errors) addError(errors, 'courses', sentence)

    const inClasses = new Set(role === 'student' ? person?.student_of : person?.leader_of)
    const inCourses = new Set(role === 'student' ? person?.enrolled_in : person?.teaches)
    const joins = [...new Set(classes)].filter((key) => typeof key === 'string' || !inClasses.has(key))
    const enters = courses.ids.filter((id) => !inCourses.has(id))
    if (!enters.every((id) => editable.has(id))) {
      addError(errors, 'courses', 'На этот курс назначает и записывает куратор с правом на курсы')
    }
    const fields = Object.fromEntries(
      userFields.flatMap((field) => {
        const value = wanted[field]
        return value !== undefined && value !== person?.[field] ? [[field, value]] : []
      }),
    ) as UserFields
    const changes = [
      ...(Object.keys(fields) as PeopleField[]),
      ...(joins.length > 0 ? ['class' as const] : []),
      ...(enters.length > 0 ? ['courses' as const] : []),
      ...(parent ? ['parent_email' as const] : []),
    ]
    if (changes.length > 0) for (const held of new Set([person?.role ?? role, role])) checkCurators(actor, held, errors)
    const isWrong = Object.keys(errors).length > 0
    const verdict = isWrong ? 'wrong' : person === null ? 'new' : changes.length > 0 ? 'changed' : 'same'
    return {
      line: row.line,
      verdict,
      user_id: person?.id ?? null,
      name: [wanted.surname, wanted.name, wanted.patronymic].filter(Boolean).join(' '),
      errors,
      changes: verdict === 'changed' ? changes : [],
      plan: isWrong ? null : { role, fields, classes: joins, course_ids: enters, parent },
    }
  }

  const compared = rows.map(compare)
  // two rows may name one person by different things
  for (const row of compared) {
    if (row.user_id === null) continue
    const other = matched.get(row.user_id)
    if (!other) {
      matched.set(row.user_id, row)
      continue
    }
    for (const [each, line] of [
      [row, other.line],
      [other, row.line],
    ] as const) {
      addError(each.errors, 'email', `Тот же человек, что в строке ${line}`)
      Object.assign(each, { verdict: 'wrong', plan: null, changes: [] })
    }
  }
  const used = new Set(compared.flatMap(({ plan }) => plan?.classes ?? []))
  return { rows: compared, newClasses: new Map([...unknown].filter(([key]) => used.has(key))) }
}
