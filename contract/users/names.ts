// Apart from the schemas, so that a page that only shows people loads nothing to check them with.

/** Role slugs of the specification (§6) with the words people read. */
export const roles = { student: 'Студент', teacher: 'Преподаватель', curator: 'Куратор' } as const
export type RoleSlug = keyof typeof roles

/** Name and surname, as shown everywhere. */
export const fullName = (person: { name: string; surname: string }) => `${person.name} ${person.surname}`
