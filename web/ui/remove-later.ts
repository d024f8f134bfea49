import { beforeSignOut } from '#web/app/before-sign-out.ts'
import { dismissToast, toast } from '#web/ui/toasts.ts'

/** How long a removal can be taken back, in milliseconds. */
const graceMs = 6000

interface Removal {
  /** What the message says: «Комментарий удалён». */
  summary: string
  /** Removes for good, as the person who asked for it (`as`); its failures are the caller's. */
  remove: () => Promise<void>
  /** Shows it again. */
  restore: () => void
}

/**
 * Removes later what the server could not restore: it is already off the screen, and a message offers to
 * take that back; only then, or when the page is left or the person signs out, it is removed for good. Returns what
 * ends the wait without removing: something else has come in its place.
 */
export const removeLater = ({ summary, remove, restore }: Removal) => {
  const settle = () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', finish)
    forget()
    dismissToast(message)
  }
  const finish = () => {
    settle()
    return remove()
  }
  const timer = setTimeout(finish, graceMs)
  window.addEventListener('pagehide', finish)
  const forget = beforeSignOut(finish)
  const message = toast({
    severity: 'info',
    summary,
    life: Number.POSITIVE_INFINITY,
    action: {
      label: 'Вернуть',
      onClick: () => {
        settle()
        restore()
      },
    },
    onDrop: () => void finish(),
  })
  return settle
}
