import type { ReceivedAnswer } from '#web/offline/keep-in-step.ts'

/** How many answers wait until what keeps them is loaded: a page has fewer. */
const maxWaiting = 30

const waiting: ReceivedAnswer[] = []
let loading: Promise<void> | null = null

/** Holds an answer that came before what keeps it is loaded. */
export const holdAnswer = (answer: ReceivedAnswer) => {
  if (waiting.length < maxWaiting) waiting.push(answer)
}

/** Begins to keep answers, those from before included. */
export const beginKeeping = () => {
  loading ??= import('#web/offline/keep-in-step.ts').then(({ keepInStep }) => keepInStep(waiting))
  loading.catch(() => {
    loading = null
  })
  return loading
}
