import { Button } from '@mantine/core'
import { useState } from 'react'
import { lateDialog } from '#web/app/late.tsx'
import { ConfirmationButton } from '#web/auth/ConfirmationButton.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { PageNotice } from '#web/ui/PageNotice.tsx'

const CorrectEmail = lateDialog(() => import('#web/auth/CorrectEmail.tsx'))

/** A notice on every page while the address waits to be confirmed, with what can be done about it. */
const ConfirmationNotice = ({ email }: { email: string }) => {
  const [correcting, setCorrecting] = useState(false)
  return (
    <>
      <PageNotice
        label="Подтверждение почты"
        action={
          <Row gap={2} gapX={4} wrap align="stretch">
            <ConfirmationButton size="sm" variant="default" />
            <Button size="sm" variant="subtle" px={0} onClick={() => setCorrecting(true)}>
              Исправить адрес
            </Button>
          </Row>
        }
      >
        <b>Подтвердите почту.</b> Мы отправили письмо со ссылкой на{' '}
        <Text as="span" weight="medium" anywhere>
          {email}
        </Text>
        . Учиться можно уже сейчас, а показывать проекты всем и получать письма — после подтверждения.
      </PageNotice>
      {correcting && <CorrectEmail email={email} onClose={() => setCorrecting(false)} />}
    </>
  )
}

export default ConfirmationNotice
