import { mayHold } from '#web/outbox/outbox-flag.ts'

/** Whether the device may have something of a task that the server does not: known without opening its database. */
export const mayBeUnsent = () => mayHold('draft') || mayHold('upload') || mayHold('hand-in')
