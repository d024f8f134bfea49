import { ApiError, describeError } from '#web/data/api-error.ts'
import { isAway } from '#web/data/away.ts'
import { toast } from '#web/ui/toasts.ts'

/**
 * Shows a message that something failed. With `again` it can be repeated where nobody answered, and the message
 * is shown until then. Returns the id of the message.
 */
export const reportError = (error: unknown, summary?: string, again?: () => void) => {
  const { title, detail } = describeError(error)
  // long enough to write its code down
  const life = error instanceof ApiError && error.requestId ? 20_000 : 5000
  const message = { severity: 'error', summary: summary ?? title, detail, life } as const
  const retry = { life: Number.POSITIVE_INFINITY, action: { label: 'Повторить', onClick: () => again?.() } }
  return toast(again && isAway(error) ? { ...message, ...retry } : message)
}
