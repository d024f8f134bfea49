/** A running act on many tasks: its effects wait for its end, or until that moment. */
export interface HeldBatch {
  id: number
  /** ISO 8601. */
  heldUntil: string
}

/** Max time that effects wait for the end of an act on many tasks, in milliseconds; reached only after a crash. */
const batchTimeMs = 60_000

/** The act on many tasks with the moment until which its effects wait. */
export const holdBatch = ({ id }: { id: number }): HeldBatch => ({
  id,
  heldUntil: new Date(Date.now() + batchTimeMs).toISOString(),
})
