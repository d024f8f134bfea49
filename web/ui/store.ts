import { useSyncExternalStore } from 'react'

/** A value outside of components that they follow. */
export interface Store<T> {
  get: () => T
  set: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

/** Makes a store. */
export const createStore = <T>(initial: T): Store<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Follows a store from a component. */
export const useStore = <T>(store: Store<T>) => useSyncExternalStore(store.subscribe, store.get)
