import { useCallback, useEffect } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { readDevice, useDeviceDraft, writeDevice } from '#web/ui/use-device-draft.ts'

/** A message of a thread before it is sent. */
export interface MessageDraft {
  text: string
  /** Only for staff. */
  note: boolean
  files: StoredFile[]
}

const empty: MessageDraft = { text: '', note: false, files: [] }

const read = (key: string): MessageDraft => ({ ...empty, ...readDevice<Partial<MessageDraft>>(key) })

/** What was not sent joins what has been begun since. */
const joined = (sent: MessageDraft, begun: MessageDraft): MessageDraft => ({
  text: [sent.text, begun.text].filter(Boolean).join('\n'),
  note: sent.note,
  files: [...sent.files, ...begun.files],
})

/**
 * The message somebody is writing about a task, kept on the device: another task has its own, and coming back restores
 * it. `sending` keeps a message until it is known whether it arrived.
 */
export const useMessageDraft = (userId: number | undefined, taskId: number) => {
  const key = `message:${userId}:${taskId}`
  const sendingKey = `${key}:sending`
  const [kept, setKept, clear] = useDeviceDraft<MessageDraft>(key, empty)
  const change = useCallback((step: (draft: MessageDraft) => MessageDraft) => setKept(step(read(key))), [key, setKept])
  // sent when the tab was closed, and nobody knows whether it arrived
  useEffect(() => {
    const lost = readDevice<MessageDraft>(sendingKey)
    writeDevice(sendingKey, null)
    if (lost) change((begun) => joined({ ...empty, ...lost }, begun))
  }, [sendingKey, change])

  return {
    draft: { ...empty, ...kept },
    change,
    sending: (draft: MessageDraft) => {
      writeDevice(sendingKey, draft)
      clear()
      // whom the next line is for stays as it was chosen
      if (draft.note) change((next) => ({ ...next, note: true }))
    },
    settled: () => writeDevice(sendingKey, null),
    failed: (draft: MessageDraft) => change((begun) => joined(draft, begun)),
  }
}
