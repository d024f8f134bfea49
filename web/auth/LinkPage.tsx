import { Loader } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { isExpired } from '#web/consents/consents.queries.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/**
 * A page that a link from a letter opens without an account: `children` draws it, once it is known that the link works;
 * `dead` explains what to do with one that does not, with `renewal` under it.
 */
export const LinkPage = <Data,>({
  query: { data, error, refetch },
  title,
  dead,
  renewal,
  children,
}: {
  query: UseQueryResult<Data>
  title: string
  dead: string
  renewal?: ReactNode
  children: (data: Data) => ReactNode
}) => {
  if (data) return children(data)
  if (!error)
    return (
      <AuthCard title={title}>
        <Loader mt="lg" size="sm" aria-label="Проверяем ссылку" />
      </AuthCard>
    )
  if (!isExpired(error)) return <ErrorState page error={error} onRetry={() => void refetch()} />
  return (
    <AuthCard title="Ссылка не подошла" lead={dead}>
      {renewal}
    </AuthCard>
  )
}
