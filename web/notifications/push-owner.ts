import { readDevice, writeDevice } from '#web/ui/device-store.ts'

const key = 'push_for'

/** Whose push messages this browser gets, as far as it knows; null when it gets none. */
export const pushOwner = () => readDevice<number>(key)

/** Notes it. */
export const setPushOwner = (userId: number | null) => writeDevice(key, userId)
