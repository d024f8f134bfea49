import { Button } from '@mantine/core'
import { useState } from 'react'
import type { UserProfile } from '#contract/users/users.api.ts'
import { lateDialog } from '#web/app/late.tsx'
import { DownloadData } from '#web/privacy/DownloadData.tsx'
import { KeepButton } from '#web/privacy/KeepButton.tsx'
import classes from '#web/privacy/Privacy.module.css'
import { Card } from '#web/ui/Card.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Box, Row } from '#web/ui/layout.tsx'

const EraseDialog = lateDialog(() => import('#web/privacy/EraseDialog.tsx'))

const EraseAccount = ({ user }: { user: UserProfile }) => {
  const [asking, setAsking] = useState(false)
  if (user.erase_at) {
    return (
      <Row gap={2} gapX={5} wrap justify="between" pad={4} padX={4.5} className={classes.row}>
        <p>Учётная запись будет удалена {formatDay(user.erase_at)}.</p>
        <KeepButton userId={user.id} />
      </Row>
    )
  }
  return (
    <Row gap={2} gapX={5} wrap justify="between" pad={4} padX={4.5} className={classes.row}>
      <p>Имя, работы, проекты и файлы исчезнут. Две недели можно передумать.</p>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Удалить учётную запись
      </Button>
      {asking && <EraseDialog user={user} onClose={() => setAsking(false)} />}
    </Row>
  )
}

/** The user's data: to download, or to have erased. */
const MyData = ({ user }: { user: UserProfile }) => (
  <Box unprinted as="section" mt={7} className={classes.section} aria-labelledby="my-data">
    <h2 id="my-data">Мои данные</h2>
    <Card flush>
      <Row gap={2} gapX={5} wrap justify="between" pad={4} padX={4.5} className={classes.row}>
        <p>Всё, что о вас записано, одним архивом: данные и загруженные файлы.</p>
        <DownloadData userId={user.id} />
      </Row>
      <EraseAccount user={user} />
    </Card>
  </Box>
)

export default MyData
