import { readDevice, writeDevice } from '#web/ui/use-device-draft.ts'

const flag = 'drafts'

/** Whether this device may keep what the server does not have, of whatever draft: known before its database is opened. */
export const mayKeepCopies = () => readDevice<boolean>(flag) === true

/** Says so, or takes it back. */
export const setMayKeepCopies = (kept: boolean) => writeDevice(flag, kept || null)
