import { users } from '#server/users/users.table.ts'

/** The columns that `presentPerson` needs; for joins. */
export const personColumns = {
  id: users.id,
  name: users.name,
  surname: users.surname,
  role: users.role,
  avatar: users.avatar,
}
