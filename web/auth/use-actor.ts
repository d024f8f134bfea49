import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { useUser } from '#web/auth/session.ts'

/** A signed-in person as the policies see them. */
export const toActor = (user: CurrentUser | null): Actor | null => user && { id: user.id, role: user.role.slug }

/** The signed-in person as the policies see them; null for a guest. */
export const useActor = () => toActor(useUser())
