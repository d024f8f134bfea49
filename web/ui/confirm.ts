import { createStore, useStore } from '#web/ui/store.ts'

/** A question before something that cannot be undone. */
export interface Question {
  title: string
  text?: string
  accept?: string
  reject?: string
  /** The accepting button is red. */
  danger?: boolean
  /** It appears by itself, not after a click. */
  unasked?: boolean
}

/** A question on screen, with how to answer it. */
export interface OpenQuestion extends Question {
  /** null: it was closed without a choice. */
  answer: (accepted: boolean | null) => void
}

const questions = createStore<OpenQuestion[]>([])

/**
 * Asks in a dialog; null when it is closed without a choice. Questions wait for each other. One that is asked already is
 * of a second click, before the dialog was there: it is not accepted, or its act would be done twice.
 */
export const ask = (question: Question) =>
  new Promise<boolean | null>((resolve) => {
    const isSame = ({ title, text, accept }: Question) =>
      title === question.title && text === question.text && accept === question.accept
    if (questions.get().some(isSame)) return resolve(null)
    const open: OpenQuestion = {
      ...question,
      answer: (accepted) => {
        questions.set(questions.get().filter((other) => other !== open))
        resolve(accepted)
      },
    }
    questions.set([...questions.get(), open])
  })

/** Closes all of them without a choice: they may name what the next person must not see. */
export const closeQuestions = () => {
  for (const { answer } of questions.get()) answer(null)
}

/** The same where to close the dialog is to reject. */
export const confirm = async (question: Question) => (await ask(question)) === true

/** The question to answer now. */
export const useQuestion = () => useStore(questions)[0]
