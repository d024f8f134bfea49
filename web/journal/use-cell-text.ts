import { useState } from 'react'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'

interface WithId {
  id: number
}

/** Where the device keeps what `user` types about a cell: the student's, of a column. */
export const cellDraftKey = (user: WithId | null, column: WithId, student: WithId, field: string) =>
  `cell:${user?.id}:${column.id}:${student.id}:${field}`

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
    forget: () => writeDevice(key, null),
  }
}
