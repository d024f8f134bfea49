import { createStore, useStore } from '#web/ui/store.ts'

const request = createStore<((signedIn: boolean) => void) | null>(null)

/** Opens «Войдите снова» over the page; true once the person has signed in, false when they would not. */
export const askToSignInAgain = () =>
  new Promise<boolean>((resolve) => {
    request.set((signedIn) => {
      request.set(null)
      resolve(signedIn)
    })
  })

/** How to answer the open question; null when nothing is asked. */
export const useSignInRequest = () => useStore(request)
