import { ApiError, describeError } from '#web/app/api-error.ts'
import { toast } from '#web/ui/toasts.ts'

/** Shows a message that something failed. */
export const reportError = (error: unknown, summary?: string) => {
  const { title, detail } = describeError(error)
  // long enough to write its code down
  const life = error instanceof ApiError && error.requestId ? 20_000 : 5000
  toast({ severity: 'error', summary: summary ?? title, detail, life })
}
