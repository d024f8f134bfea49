import { type Person, roleOf } from '#contract/users/users.schema.ts'
import type { personColumns } from '#server/users/person-columns.ts'
import type { User } from '#server/users/users.table.ts'

/** The address of an avatar. */
export const avatarOf = (file: string | null) => (file ? { url: `/avatars/${file}` } : null)

/** A person as others see them. */
export const presentPerson = (user: Pick<User, keyof typeof personColumns>): Person => ({
  id: user.id,
  name: user.name,
  surname: user.surname,
  role: roleOf(user.role),
  avatar: avatarOf(user.avatar),
})
