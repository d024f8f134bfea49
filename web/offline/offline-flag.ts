import { readDevice, writeDevice } from '#web/ui/device-store.ts'

const key = 'kept_for'

/**
 * Whose answers this device may keep for times without a network; null when it keeps none. Known without a database.
 */
export const keptFor = () => readDevice<number>(key)

/** Notes it. */
export const setKeptFor = (userId: number | null) => writeDevice(key, userId)
