import { Button } from '@mantine/core'
import { useState } from 'react'
import { lateDialog } from '#web/app/late.tsx'
import { signOut } from '#web/auth/sign-out.ts'
import { Card } from '#web/ui/Card.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'

const SecondFactorDialog = lateDialog(() => import('#web/auth/SecondFactorDialog.tsx'))
const PasskeyDialog = lateDialog(() => import('#web/auth/PasskeyDialog.tsx'))

/** In place of every page, until somebody of whom the school demands a second factor has set it up. */
const SecondFactorNeeded = ({ user }: { user: { id: number; email: string | null } }) => {
  const [open, setOpen] = useState<'code' | 'passkey' | null>(null)
  const Dialog = open === 'passkey' ? PasskeyDialog : SecondFactorDialog
  return (
    <Wrap>
      <Card>
        <Stack gap={4} align="start">
          <h1>Настройте вход с кодом</h1>
          <Text tone="soft">
            Школа просит сотрудников подтверждать вход: кодом из приложения на телефоне или ключом доступа. Это займёт
            две минуты, потом откроется всё остальное.
          </Text>
          <Row gap={2} wrap>
            <Button onClick={() => setOpen('code')}>Настроить</Button>
            {typeof window.PublicKeyCredential === 'function' && (
              <Button variant="default" onClick={() => setOpen('passkey')}>
                Добавить ключ доступа
              </Button>
            )}
            <Button variant="subtle" color="gray" onClick={() => void signOut(async () => location.assign('/'))}>
              Выйти
            </Button>
          </Row>
        </Stack>
      </Card>
      {open && (
        <Dialog
          userId={user.id}
          onClose={() => setOpen(null)}
          // whatever was refused until now is loaded again
          onDone={() => location.reload()}
        />
      )}
    </Wrap>
  )
}

export default SecondFactorNeeded
