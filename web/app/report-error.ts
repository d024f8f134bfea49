import { describeError } from '#web/app/api-error.ts'
import { toast } from '#web/ui/toasts.ts'

/** Shows a message that something failed. */
export const reportError = (error: unknown, summary?: string) => {
  const { title, detail } = describeError(error)
  toast({ severity: 'error', summary: summary ?? title, detail, life: 5000 })
}
