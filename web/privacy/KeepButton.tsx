import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consentToRenew } from '#contract/consents/consents.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { useUser } from '#web/auth/session.ts'
import { consentsQuery } from '#web/consents/consents.queries.ts'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { useKeepAccount } from '#web/privacy/privacy.queries.ts'
import { Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

const AgreeAgain = lateDialog(() => import('#web/privacy/AgreeAgain.tsx'))

/**
 * «Не удалять»: keeps the account, and shows that. First asks for a consent that was taken back; where somebody else
 * has to give it, says who.
 */
export const KeepButton = ({ userId, size }: { userId: number; size?: 'sm' }) => {
  const { mutate, isPending } = useKeepAccount(userId)
  const { data, isPending: isUnknown } = useQuery(consentsQuery(userId))
  const isOwn = useUser()?.id === userId
  const [asking, setAsking] = useState(false)
  if (isUnknown) return null
  const missing = data ? consentToRenew(data) : null
  if (missing === 'parent-consent') {
    return <Text tone="soft">Вернуть согласие может родитель: по ссылке из его письма.</Text>
  }
  if (missing && !isOwn) {
    return <Text tone="soft">Согласие отозвано. Дать его снова и остаться может только сам человек.</Text>
  }
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
