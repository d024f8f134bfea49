import { createStore, useStore } from '#web/ui/store.ts'

type Answer = (given: boolean) => void

/** A question over the page, and its answer: true once the person has done what is asked, false when they would not. */
const question = () => {
  const asked = createStore<Answer | null>(null)
  const ask = () =>
    new Promise<boolean>((resolve) => {
      asked.set((given) => {
        asked.set(null)
        resolve(given)
      })
    })
  return { asked, ask }
}

const signIn = question()
const password = question()

/** Opens «Войдите снова» over the page. */
export const askToSignInAgain = signIn.ask

/** Opens «Введите пароль» over the page; the session stays. */
export const askForPassword = password.ask

/** How to answer the open question; null when nothing is asked. */
export const useSignInRequest = () => useStore(signIn.asked)

/** The same of the password. */
export const usePasswordRequest = () => useStore(password.asked)
