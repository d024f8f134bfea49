import { Button } from '@mantine/core'
import { useState } from 'react'
import type { UserProfile } from '#contract/users/users.api.ts'
import { lateDialog } from '#web/app/late.tsx'
import { DownloadData } from '#web/privacy/DownloadData.tsx'
import { KeepButton } from '#web/privacy/KeepButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'

const EraseDialog = lateDialog(() => import('#web/privacy/EraseDialog.tsx'))

const EraseAccount = ({ user }: { user: UserProfile }) => {
  const [asking, setAsking] = useState(false)
  if (user.erase_at) {
    return (
      <Row gap={2} gapX={5} wrap justify="between" pad={4} padX={4.5}>
        <Text tone="soft" from={18}>
          Учётная запись будет удалена {formatDay(user.erase_at)}.
        </Text>
        <KeepButton userId={user.id} />
      </Row>
    )
  }
  return (
    <Row gap={2} gapX={5} wrap justify="between" pad={4} padX={4.5}>
      <Text tone="soft" from={18}>
        Имя, работы, проекты и файлы исчезнут. Две недели можно передумать.
      </Text>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Удалить учётную запись
      </Button>
      {asking && <EraseDialog user={user} onClose={() => setAsking(false)} />}
    </Row>
  )
}

/** The user's data: to download, or to have erased. */
const MyData = ({ user }: { user: UserProfile }) => (
  <Box unprinted as="section" mt={7} aria-labelledby="my-data">
    <Text as="h2" mb={4} id="my-data">
      Мои данные
    </Text>
    <Card flush divided>
      <Row gap={2} gapX={5} wrap justify="between" pad={4} padX={4.5}>
        <Text tone="soft" from={18}>
          Всё, что о вас записано, одним архивом: данные и загруженные файлы.
        </Text>
        <DownloadData userId={user.id} />
      </Row>
      <EraseAccount user={user} />
    </Card>
  </Box>
)

export default MyData
