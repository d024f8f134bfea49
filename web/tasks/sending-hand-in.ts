import { useEffect, useEffectEvent, useState } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { readToken } from '#web/auth/token.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { canHaveWorker } from '#web/offline/worker.ts'
import { keepEntry, readEntry, removeEntry } from '#web/outbox/outbox-entries.ts'
import { page } from '#web/outbox/outbox-owner.ts'
import type { EntryId } from '#web/outbox/outbox-schema.ts'
import { draftBody, type SendingHandIn, sendTag } from '#web/outbox/sending-hand-in.ts'
import type { HandInValue } from '#web/tasks/hand-in-draft.ts'
import { beginHandIn } from '#web/tasks/kept-hand-in.ts'
import { typedAnswers } from '#web/tasks/typed-answers.ts'

interface SyncRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}

const idOf = (taskId: number, userId: number): EntryId => ['sending', userId, String(taskId), '']

/** Asks the browser to start the service worker once there is a network; false where it cannot. */
const askForSync = async () => {
  if (!canHaveWorker()) return false
  const registration = (await navigator.serviceWorker.getRegistration('/')) as SyncRegistration | undefined
  if (!registration?.sync) return false
  return registration.sync.register(sendTag).then(
    () => true,
    () => false,
  )
}

/** Notes that a hand-in waits for the network; resolves with whether it is sent even when no page is open. */
const keepSending = async (task: Task, userId: number, draft: OpenDraft<HandInValue>) => {
  const token = readToken()
  if (!token) return false
  const { value, phase } = draft.get()
  // the revision that the server has, if it has this draft
  const key = await beginHandIn(task, userId, phase === 'saved' ? draft.revision() : -1)
  const answers = typedAnswers(task, userId)
  const sending: SendingHandIn = {
    taskId: task.id,
    key,
    draft: draftBody(value, draft.revision()),
    answers,
    value,
    page,
    token,
  }
  return (await keepEntry(idOf(task.id, userId), sending)) && (await askForSync())
}

/** How a hand-in waits for the network: not at all, while a page is open, or in any case. */
export type Waiting = 'no' | 'page' | 'always'

/**
 * Hand-ins that wait for the network. The page sends them when it is back; where the browser can, the service worker
 * does once no page is open. What an earlier page left is sent by this one.
 */
export const useSending = (task: Task, userId: number, draft: OpenDraft<HandInValue>, send: () => void) => {
  const [waiting, setWaiting] = useState<Waiting>('no')
  const sendAgain = useEffectEvent(send)

  useEffect(() => {
    if (waiting === 'no') return
    const onHidden = () => {
      if (document.hidden) void askForSync()
    }
    const onOnline = () => sendAgain()
    document.addEventListener('visibilitychange', onHidden)
    addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      removeEventListener('online', onOnline)
    }
  }, [waiting])

  const resume = useEffectEvent((sending: SendingHandIn) => {
    // what was to be handed in is what the page has now
    if (JSON.stringify(sending.value) === JSON.stringify(draft.get().value)) send()
  })
  useEffect(() => {
    let left = false
    void readEntry<SendingHandIn>(idOf(task.id, userId)).then((sending) => {
      if (sending && !left) resume(sending)
    })
    return () => {
      left = true
    }
  }, [task.id, userId])

  return {
    waiting,
    /** There is no network. */
    wait: async () => setWaiting((await keepSending(task, userId, draft)) ? 'always' : 'page'),
    /** It was sent, refused, or is not wanted any more. */
    end: () => {
      setWaiting('no')
      void removeEntry(idOf(task.id, userId))
    },
  }
}
