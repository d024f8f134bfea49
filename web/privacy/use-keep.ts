import { reportError } from '#web/app/report-error.ts'
import { useKeepAccount } from '#web/privacy/privacy.queries.ts'
import { toast } from '#web/ui/toasts.ts'

/** «Не удалять»: the account stays, and that is said. */
export const useKeep = (userId: number) => {
  const { mutate, isPending } = useKeepAccount(userId)
  const keep = () =>
    mutate(undefined, {
      onSuccess: () => toast({ severity: 'success', summary: 'Учётная запись останется' }),
      onError: (error) => reportError(error, 'Не получилось'),
    })
  return { keep, busy: isPending }
}
