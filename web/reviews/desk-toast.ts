import { panesThatFit } from '#web/reviews/use-panes.ts'
import { toast } from '#web/ui/toasts.ts'

/** Shows what happened to a task: beside the verdict where there is room, so that the next one can be read at once. */
export const deskToast = (summary: string, detail?: string) => {
  const wide = panesThatFit() === 3
  toast({ severity: 'success', summary, key: 'desk', ...(detail && { detail }), ...(wide && { group: 'desk' }) })
}
