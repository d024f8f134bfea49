/** An act on many works while it goes on: its effects wait for its end, or until that moment. */
export interface HeldBatch {
  id: number
  /** ISO 8601. */
  heldUntil: string
}

/** How long effects wait for the end of an act on many works, in milliseconds; only a crash makes them wait so long. */
const batchTime = 60_000

/** The act on many works with the moment until which its effects wait. */
export const holdBatch = ({ id }: { id: number }): HeldBatch => ({
  id,
  heldUntil: new Date(Date.now() + batchTime).toISOString(),
})
