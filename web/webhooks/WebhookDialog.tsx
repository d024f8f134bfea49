import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { keysOf } from '#contract/records.ts'
import { type WebhookEvent, webhookEvents } from '#contract/webhooks/webhook-events.ts'
import { NewWebhook } from '#contract/webhooks/webhooks.schema.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { SecretOnce } from '#web/keys/SecretOnce.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { useCreateWebhook } from '#web/webhooks/webhooks.queries.ts'

/** Adds an address, and shows this once the secret that signs its messages. */
const WebhookDialog = ({ onClose }: { onClose: () => void }) => {
  const create = useCreateWebhook()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm({
    initialValues: { name: '', url: '', events: [] as WebhookEvent[] },
    validate: validateWith(NewWebhook),
  })
  const save = useSave(form, async (values) => setSecret((await create.mutateAsync(values)).secret))
  if (secret !== null)
    return (
      <SecretOnce
        title="Сохраните секрет"
        text="Секретом подписано каждое сообщение (Standard Webhooks): по подписи программа узнаёт, что его отправил сайт. Вставьте секрет в её настройки. Больше мы его не покажем."
        label="Секрет"
        secret={secret}
        onDone={onClose}
      />
    )
  return (
    <FormDialog
      title="Новый адрес"
      lead="Сайт сразу сообщит программе о событии. В сообщении только номера: остальное программа читает по своему ключу."
      action="Добавить адрес"
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Какой программе"
        placeholder="Электронный журнал"
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Адрес"
        type="url"
        placeholder="https://journal.example/praktika"
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label="О чём сообщать" {...form.getInputProps('events')}>
        <Stack gap={2} pad={1} padX={0}>
          {keysOf(webhookEvents).map((event) => (
            <Checkbox key={event} value={event} label={webhookEvents[event]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}

export default WebhookDialog
