import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { counted } from '#contract/plural.ts'
import { deliveryNames, maxDeliveries } from '#contract/webhooks/webhook-events.ts'
import type { Delivery, Webhook } from '#contract/webhooks/webhooks.schema.ts'
import { reportError } from '#web/data/report-error.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { deliveryBadges, deliveryFault } from '#web/webhooks/delivery-text.ts'
import { deliveriesQuery, usePing, useRepeat } from '#web/webhooks/webhooks.queries.ts'

const Line = ({ webhookId, delivery }: { webhookId: number; delivery: Delivery }) => {
  const { id, event, created_at, status, attempts } = delivery
  const repeat = useRepeat(webhookId)
  const fault = deliveryFault(delivery)
  return (
    <CardRow justify="between">
      <Stack gap={1} from={14} anywhere>
        <Row gap={2} wrap>
          <Text weight="medium">{deliveryNames[event]}</Text>
          <StatusBadge status={deliveryBadges[status]} />
        </Row>
        {fault && (
          <Text size={3} tone="bad">
            {fault}
          </Text>
        )}
        <Text size={3} tone="quiet">
          № {id}, <time dateTime={created_at}>{formatMoment(created_at)}</time>
          {attempts > 0 && `, ${counted(attempts, 'попытка', 'попытки', 'попыток')}`}
        </Text>
      </Stack>
      {status !== 'waiting' && (
        <Button
          size="xs"
          variant="default"
          loading={repeat.isPending}
          aria-label={`Повторить: ${deliveryNames[event]}, № ${id}`}
          onClick={() => repeat.mutate(id, { onError: (error) => reportError(error, 'Не удалось повторить') })}
        >
          Повторить
        </Button>
      )}
    </CardRow>
  )
}

/** The log of an address: what it was sent, and how that went. */
const DeliveriesDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const ping = usePing(webhook.id)
  return (
    <Modal onClose={onClose} title={`Сообщения: ${webhook.name}`} size="lg">
      <Stack gap={4}>
        <Row gap={2} gapX={4} wrap justify="between">
          <Text size={3} tone="quiet" from={14}>
            Последние сообщения, не больше {maxDeliveries}. Что не доставлено, сайт повторяет двое суток.
          </Text>
          <Button
            size="xs"
            variant="default"
            loading={ping.isPending}
            onClick={() => ping.mutate(undefined, { onError: (error) => reportError(error, 'Не удалось проверить') })}
          >
            Проверить адрес
          </Button>
        </Row>
        <ListState
          query={useQuery(deliveriesQuery(webhook.id))}
          skeleton={<SkeletonList count={3} height={72} />}
          isEmpty={({ deliveries }) => deliveries.length === 0}
          empty={
            <EmptyState
              icon={IconSend}
              title="Сообщений ещё не было"
              text="Нажмите «Проверить адрес»: сайт отправит пробное сообщение."
            />
          }
        >
          {({ deliveries }) => (
            <CardList aria-label="Сообщения">
              {deliveries.map((delivery) => (
                <Line key={delivery.id} webhookId={webhook.id} delivery={delivery} />
              ))}
            </CardList>
          )}
        </ListState>
      </Stack>
    </Modal>
  )
}

export default DeliveriesDialog
