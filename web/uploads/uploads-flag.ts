import { readDevice, writeDevice } from '#web/ui/use-device-draft.ts'

const flag = 'uploads'

/** Whether this device may keep uploads, of whomever: known before the database of uploads is opened. */
export const mayKeepUploads = () => readDevice<boolean>(flag) === true

/** Says so, or takes it back. */
export const setMayKeepUploads = (kept: boolean) => writeDevice(flag, kept || null)
