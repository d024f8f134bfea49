import { fullName } from '#contract/users/names.ts'
import type { UserRow } from '#contract/users/users.schema.ts'
import { reportError } from '#web/app/report-error.ts'
import { toast } from '#web/ui/toasts.ts'
import { useDeactivateUser, useUpdateUser } from '#web/users/users.queries.ts'

/** Turns accounts off and on; turning off takes effect at once and can be taken back. */
export const useUserState = () => {
  const off = useDeactivateUser()
  const on = useUpdateUser()
  const restore = async (user: UserRow) => {
    try {
      await on.mutateAsync({ id: user.id, active: true })
      toast({ severity: 'success', summary: 'Учётная запись снова работает', detail: fullName(user) })
    } catch (error) {
      reportError(error, 'Не удалось вернуть')
    }
  }
  const deactivate = async (user: UserRow) => {
    try {
      await off.mutateAsync({ id: user.id })
      toast({
        severity: 'success',
        summary: 'Учётная запись отключена',
        detail: fullName(user),
        action: { label: 'Отменить', onClick: () => void restore(user) },
      })
    } catch (error) {
      reportError(error, 'Не удалось отключить')
    }
  }
  return { deactivate, restore, busy: off.isPending || on.isPending }
}
