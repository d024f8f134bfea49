import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Identity } from '#contract/identities/identities.schema.ts'
import { config } from '#web/app/config.ts'
import { lateDialog } from '#web/app/late.tsx'
import { AccessLine } from '#web/auth/AccessLine.tsx'
import { identitiesQuery } from '#web/identities/identities.queries.ts'
import { formatAgo, formatDay } from '#web/ui/dates.ts'
import { Stack, Text } from '#web/ui/layout.tsx'

const RemoveIdentity = lateDialog(() => import('#web/identities/RemoveIdentity.tsx'))

const IdentityLine = ({
  userId,
  identity,
  hasPassword,
  managed,
}: {
  userId: number
  identity: Identity
  hasPassword: boolean
  managed: boolean
}) => {
  const [open, setOpen] = useState(false)
  return (
    <AccessLine>
      <Stack gap={0.5}>
        <span>Вход через {identity.provider}</span>
        <Text size={2} tone="quiet">
          Добавлен {formatDay(identity.created_at)} · последний вход {formatAgo(identity.used_at)}
          {!hasPassword && !managed && ' · убрать его можно будет, когда вы зададите пароль'}
        </Text>
      </Stack>
      {hasPassword && (
        <Button
          variant="subtle"
          color="red"
          aria-label={`Убрать вход через ${identity.provider}`}
          onClick={() => setOpen(true)}
        >
          Убрать
        </Button>
      )}
      {open && <RemoveIdentity userId={userId} identity={identity} onClose={() => setOpen(false)} />}
    </AccessLine>
  )
}

/** How a person signs in by the school's identity provider; nothing where there is none. */
export const IdentityLines = ({ userId, managed }: { userId: number; managed: boolean }) => {
  const { data } = useQuery({ ...identitiesQuery(userId), enabled: config.provider !== null })
  return data?.identities.map((identity) => (
    <IdentityLine
      key={identity.id}
      userId={userId}
      identity={identity}
      hasPassword={data.has_password}
      managed={managed}
    />
  ))
}
