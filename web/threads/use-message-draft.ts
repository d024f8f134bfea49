import { useCallback, useEffect } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { countAsOpen, findOpenPages, page } from '#web/outbox/outbox-owner.ts'
import { readDevice, readTyped, writeDevice } from '#web/ui/device-store.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/** A message of a thread before it is sent. */
export interface MessageDraft {
  text: string
  /** Whether it is for staff only. */
  note: boolean
  files: StoredFile[]
}

const empty: MessageDraft = { text: '', note: false, files: [] }

const read = (key: string): MessageDraft => ({ ...empty, ...readTyped<Partial<MessageDraft>>(key) })

/** Joins what was not sent with what has been begun since; a note stays a note, so that no student gets to read it. */
const joined = (unsent: MessageDraft, begun: MessageDraft): MessageDraft => ({
  text: [unsent.text, begun.text].filter(Boolean).join('\n'),
  note: unsent.note || begun.note,
  files: [...unsent.files, ...begun.files],
})

/** What a page keeps on the device of its messages on their way. */
interface Sending {
  page: string
  messages: Partial<MessageDraft>[]
}

/** Takes what a page that is gone has left under a key; another open page waits for its own messages itself. */
const takeLost = async (key: string): Promise<Partial<MessageDraft>[]> => {
  const isOpen = await findOpenPages()
  const kept = readDevice<Sending>(key)
  if (!kept || onTheWay.has(key) || isOpen(kept.page)) return []
  writeDevice(key, null)
  return kept.messages ?? []
}

/** A message that is not known to have arrived. */
interface Message {
  draft: MessageDraft
  hasFailed: boolean
}

/** Those of this page in their order, by their key on the device. */
const onTheWay = new Map<string, Message[]>()

/**
 * The message somebody is writing about a task, kept on the device: another task has its own, and coming back restores
 * it. `sending` keeps a message until it is known whether it arrived; the next one may be sent meanwhile.
 */
export const useMessageDraft = (userId: number | undefined, taskId: number) => {
  const key = `message:${userId}:${taskId}`
  const sendingKey = `${key}:sending`
  const [kept, setKept, clear] = useDeviceDraft<MessageDraft>(key, empty)
  const change = useCallback((step: (draft: MessageDraft) => MessageDraft) => setKept(step(read(key))), [key, setKept])
  const restore = useCallback(
    (unsent: Partial<MessageDraft>[]) => {
      if (unsent.length === 0) return
      change((begun) => [...unsent.map((draft) => ({ ...empty, ...draft })), begun].reduce(joined))
    },
    [change],
  )
  // sent when the tab was closed, and nobody knows whether it arrived
  useEffect(() => {
    if (readDevice(sendingKey)) void takeLost(sendingKey).then(restore)
  }, [sendingKey, restore])

  const keep = (messages: Message[]) => {
    if (messages.length > 0) onTheWay.set(sendingKey, messages)
    else onTheWay.delete(sendingKey)
    const kept: Sending = { page, messages: messages.map(({ draft }) => draft) }
    writeDevice(sendingKey, messages.length > 0 ? kept : null)
  }
  /** Returns failed messages to the field together, in their order, once nothing is on its way any more. */
  const settle = (step: (message: Message) => Message[]) => {
    const messages = (onTheWay.get(sendingKey) ?? []).flatMap(step)
    const isOver = messages.every(({ hasFailed }) => hasFailed)
    keep(isOver ? [] : messages)
    if (isOver) restore(messages.map(({ draft }) => draft))
  }

  return {
    draft: { ...empty, ...kept },
    change,
    sending: (draft: MessageDraft) => {
      // this page counts as open from now on
      countAsOpen()
      keep([...(onTheWay.get(sendingKey) ?? []), { draft, hasFailed: false }])
      clear()
      // the choice of readers stays for the next message
      if (draft.note) change((next) => ({ ...next, note: true }))
    },
    sent: (draft: MessageDraft) => settle((message) => (message.draft === draft ? [] : [message])),
    failed: (draft: MessageDraft) =>
      settle((message) => [message.draft === draft ? { ...message, hasFailed: true } : message]),
  }
}
