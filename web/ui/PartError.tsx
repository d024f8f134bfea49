import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Row, Text } from '#web/ui/layout.tsx'

/**
 * In place of a small part of a page that could not be loaded. `what` names it, «заявки», where no title does.
 * «Повторить» asks again for all that failed.
 */
export const PartError = ({ what }: { what?: string }) => {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const retry = async () => {
    setAsking(true)
    await client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    setAsking(false)
  }
  return (
    <Row gap={3} justify="between" pad={2.5} padX={4} size={4} tone="soft" ground="sunken" round="m" role="alert">
      <Text from={12}>{isAsking ? 'Загружаем ещё раз…' : `Не загрузилось${what ? `: ${what}` : ''}.`}</Text>
      <Button size="sm" variant="default" onClick={() => isAsking || void retry()}>
        Повторить
      </Button>
    </Row>
  )
}
