import type { Actor } from '#contract/users/users.policy.ts'

/** What reaches a person is their own choice alone. */
export const canChooseNotifications = (actor: Actor, user: { id: number }) => actor.id === user.id
