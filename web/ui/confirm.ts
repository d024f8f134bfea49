import { createStore, useStore } from '#web/ui/store.ts'

/** A question before something that cannot be undone. */
export interface Question {
  title: string
  text?: string
  accept?: string
  reject?: string
  /** The accepting button is red. */
  danger?: boolean
}

/** A question on screen, with how to answer it. */
export interface OpenQuestion extends Question {
  answer: (accepted: boolean) => void
}

const questions = createStore<OpenQuestion[]>([])

/**
 * Asks in a dialog; true when accepted. Questions wait for each other. One that is asked already is of a second click,
 * before the dialog was there: it is not accepted, or its act would be done twice.
 */
export const confirm = (question: Question) =>
  new Promise<boolean>((resolve) => {
    const isSame = ({ title, text }: Question) => title === question.title && text === question.text
    if (questions.get().some(isSame)) return resolve(false)
    const open: OpenQuestion = {
      ...question,
      answer: (accepted) => {
        questions.set(questions.get().filter((other) => other !== open))
        resolve(accepted)
      },
    }
    questions.set([...questions.get(), open])
  })

/** The question to answer now. */
export const useQuestion = () => useStore(questions)[0]
