import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { signOut } from '#web/auth/sign-out.ts'
import classes from '#web/look/LookBar.module.css'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/** At the foot of every screen while a curator looks at the site as somebody else. */
const LookBar = ({ user }: { user: CurrentUser }) => {
  const [ending, setEnding] = useState(false)
  const end = async () => {
    setEnding(true)
    await signOut(async () => {})
    setEnding(false)
  }
  return (
    <Row
      as="aside"
      wrap
      gap={2}
      gapX={3}
      pad={3}
      padX={4}
      justify="center"
      ground="warn"
      unprinted
      className={classes.bar}
      aria-label="Просмотр сайта от имени другого человека"
    >
      <Row gap={3}>
        <Text as="span" tone="warn">
          <IconEye size={19} stroke={1.9} aria-hidden="true" />
        </Text>
        <Box anywhere>
          Вы смотрите на сайт как <b>{fullName(user)}</b>. Изменить ничего нельзя.
        </Box>
      </Row>
      <Button size="sm" variant="default" loading={ending} onClick={() => void end()}>
        Закончить просмотр
      </Button>
    </Row>
  )
}

export default LookBar
