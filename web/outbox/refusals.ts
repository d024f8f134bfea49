import { createStore, useStore } from '#web/ui/store.ts'

/** Why the server refused what people have sent about things, by the ids of both: shown to nobody else. */
export const createRefusals = <Reason>() => {
  const store = createStore<ReadonlyMap<string, Reason>>(new Map())
  const nameOf = (userId: number, id: number) => `${userId} ${id}`
  return {
    set: (userId: number, id: number, reason: Reason) =>
      store.set(new Map(store.get()).set(nameOf(userId, id), reason)),
    clear: (userId: number, id: number) => {
      const next = new Map(store.get())
      if (next.delete(nameOf(userId, id))) store.set(next)
    },
    use: (userId: number, id: number) => useStore(store).get(nameOf(userId, id)),
  }
}
