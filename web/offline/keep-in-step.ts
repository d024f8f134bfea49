import type { Endpoint } from '#contract/http/endpoint.ts'
import { currentUser, loadUser, watchUser } from '#web/auth/session.ts'
import { readToken } from '#web/auth/token.ts'
import { NetworkError } from '#web/data/api-error.ts'
import { whenBack } from '#web/data/away.ts'
import { device } from '#web/data/call.ts'
import { queryClient } from '#web/data/query-client.ts'
import { pushOwner } from '#web/notifications/push-owner.ts'
import { answerClicks } from '#web/notifications/show-clicked.ts'
import { forgetKept, keepAnswer, keepFor } from '#web/offline/kept-answers.ts'
import { keptFor } from '#web/offline/offline-flag.ts'
import { shownFrom } from '#web/offline/offline-state.ts'
import { registerWorker } from '#web/offline/worker.ts'
import { listEntries, removeEntry } from '#web/outbox/outbox-entries.ts'
import { mayHold } from '#web/outbox/outbox-flag.ts'
import { savesData } from '#web/ui/saves-data.ts'

/** An answer of the server, as `device` receives it. */
export type ReceivedAnswer = [endpoint: Endpoint, address: string, body: unknown, token: string | null]

/** Whose answers are kept, and by which token; null while it is nobody's. */
let keeping: { userId: number; token: string } | null = null

/** Hand-ins that wait carry their session: they end with it. Their drafts stay on the device. */
const forgetSending = async () => {
  if (!mayHold('sending')) return
  for (const { id } of await listEntries('sending')) await removeEntry(id)
}

/** Follows who is signed in. The law of the device: one person's, and nothing once they have signed out. */
const followUser = async () => {
  const user = currentUser()
  const token = readToken()
  if (!user || !token) {
    keeping = null
    if (!token && keptFor() !== null) await forgetKept()
    if (!token) await forgetSending()
    return
  }
  if (pushOwner() !== null && pushOwner() !== user.id)
    void import('#web/notifications/push.ts').then(({ turnPushOff }) => turnPushOff()).catch(() => {})
  if (keeping?.userId === user.id && keeping.token === token) return
  keeping = null
  // staff read about other people, which is nothing to keep
  if (user.role.slug !== 'student' || user.looker) {
    if (keptFor() !== null) await forgetKept()
    return
  }
  await keepFor(user.id, token)
  keeping = { userId: user.id, token }
}

/** One after another: an answer must not arrive between two people. */
let turn: Promise<unknown> = Promise.resolve()
const inTurn = (act: () => Promise<unknown>) => {
  turn = turn.then(act).catch(() => {})
}

const keep = ([endpoint, address, body, token]: ReceivedAnswer) =>
  inTurn(async () => {
    if (keeping && keeping.token === token && readToken() === token) await keepAnswer(endpoint, address, body)
  })

/** The server answers again: what is shown is loaded again. */
const leaveOffline = () => {
  if (shownFrom.get() === null) return
  shownFrom.set(null)
  void loadUser(true)
  void queryClient.invalidateQueries()
}

let isLooking = false

/** While what is shown is kept, the network is looked for. */
const lookForNetwork = () => {
  if (isLooking || shownFrom.get() === null) return
  isLooking = true
  whenBack(new NetworkError(), () => {
    isLooking = false
    leaveOffline()
  })
}

/** Follows the answers of the server and who they are for; `waiting` are those that came before this was loaded. */
export const keepInStep = (waiting: ReceivedAnswer[]) => {
  if (!savesData()) registerWorker().catch(() => {})
  answerClicks()
  watchUser(() => inTurn(followUser))
  inTurn(followUser)
  waiting.forEach(keep)
  device.onAnswer = (...answer) => {
    leaveOffline()
    keep(answer)
  }
  shownFrom.subscribe(lookForNetwork)
  lookForNetwork()
}
