import { useState } from 'react'
import { linkOf } from '#web/tasks/hand-in-link.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/** The text in the field of a link. */
export interface LinkText {
  text: string
  /** Why it is no link; null when it is one, or nothing. */
  problem: string | null
  /** Whether to show it: not before the field is left. */
  shown: boolean
  change: (typed: string) => void
  leave: () => void
  /** Shows the problem, if any, before the field was left. */
  show: () => void
}

/**
 * A link while it is typed. The draft gets it once it is one, so that half an address does not keep the text from being
 * saved; until then the device keeps it under `key`.
 */
export const useLinkText = (key: string, value: string, onChange: (link: string) => void): LinkText => {
  const [typed, setTyped, clear] = useDeviceDraft<string | null>(key, null)
  const [shown, setShown] = useState(typed !== null)
  const link = typed === null ? value : linkOf(typed)
  // a link that has come from elsewhere since replaces one that was kept
  const text = typed !== null && (link === null || link === value) ? typed : value
  return {
    text,
    problem: text === typed && link === null ? 'Проверьте ссылку: она начинается с http:// или https://' : null,
    shown,
    change: (next) => {
      setTyped(next)
      setShown(false)
      const known = linkOf(next)
      if (known !== null && known !== value) onChange(known)
    },
    leave: () => {
      if (link === null) setShown(true)
      else clear()
    },
    show: () => setShown(true),
  }
}
