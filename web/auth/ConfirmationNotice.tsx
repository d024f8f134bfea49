import { Button } from '@mantine/core'
import { useState } from 'react'
import { lateDialog } from '#web/app/late.tsx'
import { ConfirmationButton } from '#web/auth/ConfirmationButton.tsx'
import classes from '#web/auth/ConfirmationNotice.module.css'
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
          <Row gap={2} gapX={4} wrap align="stretch" className={classes.acts}>
            <ConfirmationButton size="sm" variant="default" long={classes.long} />
            <Button size="sm" variant="subtle" px={0} onClick={() => setCorrecting(true)}>
              Исправить адрес
            </Button>
          </Row>
        }
      >
        <b>Подтвердите почту.</b> <span className={classes.long}>Мы отправили письмо со ссылкой на </span>
        <span className={classes.brief}>Ссылка — в письме на </span>
        <Text as="span" weight="medium" anywhere>
          {email}
        </Text>
        .
        <span className={classes.long}>
          {' '}
          Учиться можно уже сейчас, а показывать проекты всем и получать письма — после подтверждения.
        </span>
      </PageNotice>
      {correcting && <CorrectEmail email={email} onClose={() => setCorrecting(false)} />}
    </>
  )
}

export default ConfirmationNotice
