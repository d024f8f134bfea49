import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import type { LtiPlatform, LtiTool } from '#contract/lti/lti.schema.ts'
import { reportError } from '#web/data/report-error.ts'
import { useChangeKey } from '#web/lti/lti.queries.ts'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { DialogButtons } from '#web/ui/FormDialog.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { toast } from '#web/ui/toasts.ts'

/** What the tool's settings ask for, by the names that they are known by. */
const fieldsOf = (tool: LtiTool, platform: LtiPlatform) =>
  [
    ['Адрес платформы (Issuer, Platform ID)', platform.issuer],
    ['Номер клиента (Client ID)', tool.client_id],
    ['Номер подключения (Deployment ID)', tool.deployment_id],
    ['Адрес входа (Authentication request URL)', platform.authorize_url],
    ['Адрес токенов (Access token URL)', platform.token_url],
    ['Адрес ключей (Public keyset URL, JWKS)', platform.jwks_url],
  ] as const

/** What a curator copies into the settings of a tool. */
const ToolDataDialog = ({ tool, platform, onClose }: { tool: LtiTool; platform: LtiPlatform; onClose: () => void }) => {
  const change = useChangeKey()
  const fields = fieldsOf(tool, platform)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(fields.map(([label, value]) => `${label}: ${value}`).join('\n'))
      toast({ severity: 'success', summary: 'Скопировано' })
    } catch {
      toast({ severity: 'info', summary: 'Выделите и скопируйте сами' })
    }
  }
  const askAndChange = async () => {
    const accepted = await confirm({
      title: 'Сменить ключ сайта?',
      text: 'Новым ключом сайт сразу подпишет всё, что открывают из уроков. Инструменты узнают его сами, но первые минуты могут отказывать.',
      accept: 'Сменить ключ',
    })
    if (!accepted) return
    change.mutate(undefined, {
      onError: (error) => reportError(error, 'Не удалось сменить ключ'),
      onSuccess: () => toast({ severity: 'success', summary: 'Ключ сменён' }),
    })
  }
  return (
    <Modal onClose={onClose} title={`Данные для «${tool.name}»`}>
      <Stack gap={4}>
        <Text tone="soft">Вставьте их в настройки инструмента: так он узнает, что его открывают из вашей школы.</Text>
        {fields.map(([label, value]) => (
          <TextInput
            key={label}
            label={label}
            readOnly
            value={value}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        ))}
        <Row gap={2} gapX={4} wrap justify="between">
          <Text size={3} tone="quiet" from={14}>
            {platform.key_made_at === null
              ? 'Ключ, которым сайт подписывает, появится, когда инструмент откроют первый раз.'
              : `Ключ, которым сайт подписывает, сделан ${formatMoment(platform.key_made_at)}. Он один для всех инструментов.`}
          </Text>
          {platform.key_made_at !== null && (
            <Button size="xs" variant="default" loading={change.isPending} onClick={() => void askAndChange()}>
              Сменить ключ
            </Button>
          )}
        </Row>
        <DialogButtons cancel="Закрыть" onClose={onClose}>
          <Button onClick={() => void copy()}>Скопировать всё</Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

export default ToolDataDialog
