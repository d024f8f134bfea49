import { readDevice, writeDevice } from '#web/ui/device-store.ts'

/** What is kept on this device until the server has it. `sending`: a hand-in that the service worker may send. */
export type Kind = 'draft' | 'hand-in' | 'mark' | 'quiz' | 'scorm' | 'sending' | 'upload' | 'verdict'

const flagOf = (kind: Kind) => `outbox:may-hold:${kind}`

/**
 * Whether this device may keep something of a kind, whoever it belongs to. Known without opening the database, so a
 * page that has nothing to send loads nothing for it.
 */
export const mayHold = (kind: Kind) => readDevice<boolean>(flagOf(kind)) === true

/** Sets or clears the flag. */
export const setMayHold = (kind: Kind, held: boolean) => writeDevice(flagOf(kind), held || null)

/** What somebody has done that is not on the server, unlike what they are still writing. */
export const waitingKinds = ['verdict', 'mark', 'hand-in', 'quiz', 'scorm'] as const satisfies Kind[]
export type WaitingKind = (typeof waitingKinds)[number]
