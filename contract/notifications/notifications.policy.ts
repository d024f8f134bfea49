import type { Actor } from '#contract/users/users.policy.ts'

/** Only the person themselves chooses what they receive. */
export const canChooseNotifications = (actor: Actor, user: { id: number }) => actor.id === user.id
