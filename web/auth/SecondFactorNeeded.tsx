import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { config } from '#web/app/config.ts'
import { lateDialog } from '#web/app/late.tsx'
import { signOut } from '#web/auth/sign-out.ts'
import { identitiesQuery } from '#web/identities/identities.queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'

const SecondFactorDialog = lateDialog(() => import('#web/auth/SecondFactorDialog.tsx'))
const PasskeyDialog = lateDialog(() => import('#web/auth/PasskeyDialog.tsx'))
const PasswordForm = lateDialog(() => import('#web/users/PasswordForm.tsx'))

/** In place of every page, until somebody of whom the school demands a second factor has set it up. */
const SecondFactorNeeded = ({ user }: { user: { id: number; email: string | null } }) => {
  const [open, setOpen] = useState<'code' | 'passkey' | null>(null)
  const { data } = useQuery({ ...identitiesQuery(user.id), enabled: config.provider !== null })
  const [setsPassword, setSetsPassword] = useState(false)
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
          {data?.has_password === false && (
            <Text tone="soft">
              Сначала задайте пароль: его спросят при настройке.{' '}
              <Button variant="default" onClick={() => setSetsPassword(true)}>
                Задать пароль
              </Button>
            </Text>
          )}
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
      {setsPassword && <PasswordForm userId={user.id} onClose={() => setSetsPassword(false)} />}
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
