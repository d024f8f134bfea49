import { isLooking } from '#web/auth/token.ts'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'

const key = 'push_for'

/** Whose push messages this browser gets, as far as it knows; null when it gets none. */
export const pushOwner = () => readDevice<number>(key)

/** Notes it. */
export const setPushOwner = (userId: number | null) => writeDevice(key, userId)

/** Ends the messages to this browser before a sign-out: its next user must not read them. A look had none. */
export const leavePush = async () => {
  if (pushOwner() === null || isLooking()) return
  // without its bundle there is no network, either
  await import('#web/notifications/push.ts').then(({ turnPushOff }) => turnPushOff()).catch(() => {})
}
