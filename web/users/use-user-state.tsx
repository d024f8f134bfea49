import { useState } from 'react'
import { fullName } from '#contract/users/names.ts'
import type { UserRow } from '#contract/users/users.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { toast } from '#web/ui/toasts.ts'
import { useDeactivateUser, useUpdateUser } from '#web/users/users.queries.ts'

const SuccessorDialog = lateDialog(() => import('#web/users/SuccessorDialog.tsx'))

/**
 * Turns accounts off and on; turning off takes effect at once, and an account can be turned on again at once. `dialog`
 * has to be drawn: it asks who takes over from the last teacher of a course.
 */
export const useUserState = () => {
  const off = useDeactivateUser()
  const on = useUpdateUser()
  const [asked, setAsked] = useState<{ user: UserRow; detail: string } | null>(null)
  const restore = async (user: UserRow) => {
    try {
      await on.mutateAsync({ id: user.id, active: true })
      toast({ severity: 'success', summary: 'Учётная запись снова работает', detail: fullName(user) })
    } catch (error) {
      reportError(error, 'Не удалось вернуть')
    }
  }
  const deactivate = async (user: UserRow, successorId?: number) => {
    try {
      await off.mutateAsync({ id: user.id, successor_id: successorId })
      setAsked(null)
      toast({
        severity: 'success',
        summary: 'Учётная запись отключена',
        detail: fullName(user),
        // tasks that went to others stay with them
        action: {
          label: user.role.slug === 'student' ? 'Отменить' : 'Включить снова',
          onClick: () => void restore(user),
        },
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'successor-needed') setAsked({ user, detail: error.message })
      else reportError(error, 'Не удалось отключить')
    }
  }
  const busy = off.isPending || on.isPending
  const dialog = asked && (
    <SuccessorDialog
      {...asked}
      action="Передать и отключить"
      busy={busy}
      onChoose={({ id }) => void deactivate(asked.user, id)}
      onClose={() => setAsked(null)}
    />
  )
  return { deactivate, restore, busy, dialog }
}
