import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { useUser } from '#web/auth/session.ts'

/** A signed-in person as the policies see them. */
export function toActor(user: CurrentUser): Actor
export function toActor(user: CurrentUser | null): Actor | null
export function toActor(user: CurrentUser | null): Actor | null {
  return (
    user && {
      id: user.id,
      role: user.role.slug,
      rights: user.rights,
      ...(user.looker && { looker_id: user.looker.id }),
    }
  )
}

/** The signed-in person as the policies see them; null for a guest. */
export const useActor = () => toActor(useUser())
