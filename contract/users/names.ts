import { called } from '#contract/users/student-word.ts'

// Apart from the schemas, so that a page that only shows people does not load zod.

/** Role slugs of the specification (§6) with their names for people. */
export const roles = {
  get student() {
    return called('Студент')
  },
  teacher: 'Преподаватель',
  curator: 'Куратор',
}
export type RoleSlug = keyof typeof roles

/** Name and surname, as shown everywhere. */
export const fullName = (person: { name: string; surname: string }) => `${person.name} ${person.surname}`
