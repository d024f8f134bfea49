/**
 * Tracks which uploads are being written. When a connection breaks, tus releases its lock while the store still writes
 * what was received; the next writer must wait for that, or two of them write side by side.
 */
export const uploadWrites = () => {
  const writing = new Map<string, Promise<unknown>>()
  return {
    /** Runs a write, and lets others wait for its end. */
    run: <T>(id: string, write: () => Promise<T>): Promise<T> => {
      const mine = write()
      const settled = mine.then(
        () => {},
        () => {},
      )
      writing.set(id, settled)
      settled.then(() => writing.get(id) === settled && writing.delete(id))
      return mine
    },
    /** Resolves when nothing of this upload is being written any more. */
    settled: async (id: string) => {
      await writing.get(id)
    },
  }
}
