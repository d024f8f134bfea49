import { countPages } from '#web/worker/keep-build.ts'
import { sendHandIns } from '#web/worker/send-hand-ins.ts'

/** How long a page that is being closed or loaded again is waited for, in milliseconds. */
const [stepMs, steps] = [1000, 20]

/** Whether no page is open for two looks in a row: between two documents there is none, either. */
const areAllClosed = async () => {
  let quiet = 0
  for (let step = 0; step < steps && quiet < 2; step += 1) {
    quiet = (await countPages()) === 0 ? quiet + 1 : 0
    if (quiet < 2) await new Promise((resolve) => setTimeout(resolve, stepMs))
  }
  return quiet === 2
}

/**
 * Sends the hand-ins that wait, unless a page is open: that one sends them itself, and asks again when it is hidden.
 * Rejects when the network was gone again: the browser then tries again later.
 */
export const sendAfterPages = async () => {
  if (!(await areAllClosed())) return
  if (!(await sendHandIns())) throw new Error('There is no network yet.')
}
