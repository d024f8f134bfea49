import { isLooking } from '#web/auth/token.ts'
import { pushOwner } from '#web/notifications/push-owner.ts'

/** Ends the messages to this browser before a sign-out: its next user must not read them. A look had none. */
export const leavePush = async () => {
  if (pushOwner() === null || isLooking()) return
  // without its bundle there is no network, either
  await import('#web/notifications/push.ts').then(({ turnPushOff }) => turnPushOff()).catch(() => {})
}
