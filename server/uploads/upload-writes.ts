/**
 * Which uploads are being written. When a connection breaks, tus lets go of its lock while the store still writes what had
 * come; whoever is next must wait for that, or two of them write side by side.
 */
export const uploadWrites = () => {
  const writing = new Map<string, Promise<unknown>>()
  return {
    /** Writes, and lets others wait for its end. */
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
    /** Waits until nothing of this upload is written any more. */
    settled: async (id: string) => {
      await writing.get(id)
    },
  }
}
