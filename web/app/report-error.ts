import { describeError } from '#web/app/api-error.ts'
import { toast } from '#web/ui/toasts.ts'

/** Tells that something did not work. */
export const reportError = (error: unknown, summary?: string) => {
  const { title, detail } = describeError(error)
  toast({ severity: 'error', summary: summary ?? title, detail, life: 5000 })
}
