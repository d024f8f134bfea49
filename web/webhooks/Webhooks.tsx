import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookEvents } from '#contract/webhooks/webhook-events.ts'
import type { Webhook } from '#contract/webhooks/webhooks.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { AddableList } from '#web/ui/AddableList.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { formatAgo } from '#web/ui/dates.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { RemoveButton } from '#web/ui/RemoveButton.tsx'
import { deliveryFault } from '#web/webhooks/delivery-text.ts'
import { logWasOpen, useRemoveWebhook, webhooksQuery } from '#web/webhooks/webhooks.queries.ts'

const WebhookDialog = lateDialog(() => import('#web/webhooks/WebhookDialog.tsx'))
const DeliveriesDialog = lateDialog(() => import('#web/webhooks/DeliveriesDialog.tsx'))

const lastText = ({ last }: Webhook) => {
  if (!last?.tried_at) return 'Сообщений ещё не было.'
  const fault = deliveryFault(last)
  return fault ? `Последнее не доставлено: ${fault}` : `Последнее доставлено ${formatAgo(last.tried_at)}.`
}

const Line = ({ webhook }: { webhook: Webhook }) => {
  const { id, name, url, events, last } = webhook
  const [open, setOpen] = useState(false)
  const removal = useRemoveWebhook()
  const close = () => {
    setOpen(false)
    void logWasOpen()
  }
  return (
    <CardRow justify="between">
      <Stack from={16} anywhere>
        <Text weight="medium">
          № {id}. {name}
        </Text>
        <Text size={3} tone="soft">
          {url}
        </Text>
        <Text size={3} tone="soft">
          {events.map((event) => webhookEvents[event]).join(' · ')}
        </Text>
        <Text size={3} tone={last?.error ? 'bad' : 'quiet'}>
          {lastText(webhook)}
        </Text>
      </Stack>
      <Row gap={2} wrap>
        <Button size="xs" variant="default" aria-label={`Сообщения: ${name}`} onClick={() => setOpen(true)}>
          Сообщения
        </Button>
        <RemoveButton
          id={id}
          label={`Удалить адрес: ${name}`}
          question={{
            title: `Удалить адрес «${name}»?`,
            text: 'Программа больше ничего не получит. Список сообщений тоже удалится.',
          }}
          removal={removal}
          done="Адрес удалён"
          failed="Не удалось удалить адрес"
        />
      </Row>
      {open && <DeliveriesDialog webhook={webhook} onClose={close} />}
    </CardRow>
  )
}

/** Addresses of other programs that are sent what happens. */
export const Webhooks = () => (
  <AddableList
    title="Сообщения программам"
    add="Добавить адрес"
    query={useQuery(webhooksQuery)}
    items={({ webhooks }) => webhooks}
    empty={{
      icon: IconSend,
      title: 'Адресов пока нет',
      text: 'Добавьте адрес другой программы школы, и сайт будет сообщать ей о сданных и проверенных работах, о записи на курсы и об их окончании.',
    }}
    dialog={(onClose) => <WebhookDialog onClose={onClose} />}
  >
    {(webhook) => <Line key={webhook.id} webhook={webhook} />}
  </AddableList>
)
