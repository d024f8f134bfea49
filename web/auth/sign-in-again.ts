import { createStore, useStore } from '#web/ui/store.ts'

type Answer = (given: boolean) => void

/** A password that a form has sent already, and the refusal that asks for a second factor beside it. */
export interface TypedPassword {
  password: string
  refusal: unknown
}

/** What is asked over the page. */
interface Question {
  answer: Answer
  typed: TypedPassword | undefined
}

/** A question over the page, and its answer: true once the person has done what is asked, false when they would not. */
const question = () => {
  const asked = createStore<Question | null>(null)
  const ask = (typed?: TypedPassword) =>
    new Promise<boolean>((resolve) => {
      const answer = (given: boolean) => {
        asked.set(null)
        resolve(given)
      }
      asked.set({ answer, typed })
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
