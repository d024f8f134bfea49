import { useState } from 'react'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'

interface WithId {
  id: number
}

/** Where the device keeps what `user` types about a cell: the student's, of a column. */
export const cellDraftKey = (user: WithId | null, column: WithId, student: WithId, field: string) =>
  `cell:${user?.id}:${column.id}:${student.id}:${field}`

/** Keeps a text that was sent and not saved for its card, where no other one was typed meanwhile. */
export const keepCellText = (key: string, text: string) => {
  if (readDevice(key) === null) writeDevice(key, text)
}

/** Forgets a text that is saved by now; one that was typed after it stays. */
export const forgetCellText = (key: string, text: string) => {
  if (readDevice<string>(key)?.trim() === text) writeDevice(key, null)
}

/**
 * A text that is typed in the card of a cell, kept on the device until it is sent: the card closes by a click beside
 * it. `first` is what the cell has.
 */
export const useCellText = (key: string, first: string) => {
  const [text, setText] = useState(() => readDevice<string>(key) ?? first)
  return {
    text,
    setText: (typed: string) => {
      setText(typed)
      writeDevice(key, typed === first ? null : typed)
    },
    /** Whether no other text was typed since this one was sent. */
    isNewest: (sent: string) => (readDevice<string>(key) ?? sent) === sent,
    forget: () => writeDevice(key, null),
  }
}
