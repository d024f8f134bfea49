import { toast } from '#web/ui/toasts.ts'

/** Says what became of a work: beside the verdict where there is room, so that the next one can be read at once. */
export const deskToast = (summary: string, detail?: string) => {
  const wide = matchMedia('(min-width: 1181px)').matches
  toast({ severity: 'success', summary, key: 'desk', ...(detail && { detail }), ...(wide && { group: 'desk' }) })
}
