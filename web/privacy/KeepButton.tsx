import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#web/app/api-error.ts'
import { lateDialog } from '#web/app/late.tsx'
import { reportError } from '#web/app/report-error.ts'
import { useKeepAccount } from '#web/privacy/privacy.queries.ts'
import { toast } from '#web/ui/toasts.ts'

const AgreeAgain = lateDialog(() => import('#web/privacy/AgreeAgain.tsx'))

/** «Не удалять»: keeps the account, and shows that. First asks for a consent that was taken back. */
export const KeepButton = ({ userId, size }: { userId: number; size?: 'sm' }) => {
  const { mutate, isPending } = useKeepAccount(userId)
  const [asking, setAsking] = useState(false)
  const keep = () =>
    mutate(undefined, {
      onSuccess: () => toast({ severity: 'success', summary: 'Учётная запись останется' }),
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'consent-needed') setAsking(true)
        else reportError(error, 'Не получилось')
      },
    })
  return (
    <>
      <Button {...(size && { size })} variant="default" loading={isPending} onClick={keep}>
        Не удалять
      </Button>
      {asking && <AgreeAgain userId={userId} onClose={() => setAsking(false)} />}
    </>
  )
}
