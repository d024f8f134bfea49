import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '#contract/auth/passkeys.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { AccessLine } from '#web/auth/AccessLine.tsx'
import { passkeysQuery } from '#web/auth/passkeys.queries.ts'
import { formatAgo, formatDay } from '#web/ui/dates.ts'
import { Stack, Text } from '#web/ui/layout.tsx'

const PasskeyDialog = lateDialog(() => import('#web/auth/PasskeyDialog.tsx'))
const RemovePasskey = lateDialog(() => import('#web/auth/RemovePasskey.tsx'))

const PasskeyLine = ({ userId, passkey }: { userId: number; passkey: Passkey }) => {
  const [open, setOpen] = useState(false)
  return (
    <AccessLine>
      <Stack gap={0.5}>
        <span>Ключ доступа «{passkey.name}»</span>
        <Text size={2} tone="quiet">
          Добавлен {formatDay(passkey.created_at)}
          {passkey.used_at && ` · последний вход ${formatAgo(passkey.used_at)}`}
        </Text>
      </Stack>
      <Button
        variant="subtle"
        color="red"
        aria-label={`Удалить ключ доступа: ${passkey.name}`}
        onClick={() => setOpen(true)}
      >
        Удалить
      </Button>
      {open && <RemovePasskey userId={userId} passkey={passkey} onClose={() => setOpen(false)} />}
    </AccessLine>
  )
}

/** Browsers have passkeys on secure pages alone. */
const hasPasskeys = () => typeof window.PublicKeyCredential === 'function'

/** A person's passkeys, and a way to add one: their own alone. */
export const PasskeyLines = ({ userId, managed }: { userId: number; managed: boolean }) => {
  const passkeys = useQuery(passkeysQuery(userId)).data?.passkeys
  const [open, setOpen] = useState(false)
  if (!passkeys) return null
  return (
    <>
      {passkeys.map((passkey) => (
        <PasskeyLine key={passkey.id} userId={userId} passkey={passkey} />
      ))}
      {!managed && hasPasskeys() && (
        <AccessLine>
          <Text tone="soft" from={18}>
            Ключ доступа: вход подтвердит телефон, компьютер или ключ USB, и код не понадобится.
          </Text>
          <Button variant="subtle" onClick={() => setOpen(true)}>
            Добавить ключ доступа
          </Button>
          {open && <PasskeyDialog userId={userId} onClose={() => setOpen(false)} />}
        </AccessLine>
      )}
    </>
  )
}
