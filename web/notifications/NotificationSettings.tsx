import '#web/ui/input-styles.ts'
import { Checkbox, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Channels,
  defaultChannels,
  type KindGroup,
  kindGroups,
  kindsWithOwnLetter,
  type LetterTime,
} from '#contract/notifications/notification-kinds.ts'
import { notificationSettingsApi } from '#contract/notifications/notification-settings.api.ts'
import type { RoleSlug } from '#contract/users/names.ts'
import { ConfirmationButton } from '#web/auth/ConfirmationButton.tsx'
import { useAct } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { settingsQuery } from '#web/notifications/notification-settings.queries.ts'
import { PushChoice } from '#web/notifications/PushChoice.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Grid, Stack, Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Section.tsx'

const times: { value: LetterTime; label: string }[] = [
  { value: 'off', label: 'Не присылать' },
  { value: 'now', label: 'Сразу' },
  { value: 'daily', label: 'Раз в день' },
  { value: 'weekly', label: 'Раз в неделю' },
]

type Kinds = Partial<Record<KindGroup['kinds'][number], Channels>>

/** When letters about a group of kinds are sent, and whether messages are; one choice for all of them. */
const GroupChoice = ({
  group: { title, kinds },
  chosen,
  hasPush,
  onChange,
}: {
  group: KindGroup
  chosen: Kinds
  hasPush: boolean
  onChange: (kinds: Kinds) => void
}) => {
  const channelsOf = (kind: KindGroup['kinds'][number]) => chosen[kind] ?? defaultChannels[kind]
  const change = (channels: Partial<Channels>) =>
    onChange(Object.fromEntries(kinds.map((kind) => [kind, { ...channelsOf(kind), ...channels }])))
  return (
    <Stack gap={2}>
      {kinds.every((kind) => kindsWithOwnLetter.has(kind)) ? (
        <Text weight="medium" size={3}>
          {title}
        </Text>
      ) : (
        <NativeSelect
          label={title}
          data={times}
          value={channelsOf(kinds[0]).letter}
          onChange={({ currentTarget: { value } }) => change({ letter: value as LetterTime })}
        />
      )}
      {hasPush && (
        <Checkbox
          label="Сообщение в браузере"
          aria-label={`Сообщение в браузере: ${title}`}
          checked={channelsOf(kinds[0]).push}
          onChange={({ currentTarget: { checked } }) => change({ push: checked })}
        />
      )}
    </Stack>
  )
}

/** Where a mail server has refused a letter for good nothing is sent any more, until the address is confirmed again. */
const BouncedNotice = ({ address }: { address: string }) => (
  <Notice action={<ConfirmationButton size="sm" variant="default" />}>
    <b>Письма не доходят.</b> Почтовый сервер не принял письмо на{' '}
    <Text as="span" weight="medium" anywhere>
      {address}
    </Text>
    , и больше мы туда не пишем. Проверьте почту и откройте ссылку из нового письма. Если адрес уже другой, попросите
    куратора его исправить.
  </Notice>
)

/** Which events reach the person by letter, and by push where the site sends it; a choice is kept at once. */
const NotificationSettings = ({ user: { id, role } }: { user: { id: number; role: { slug: RoleSlug } } }) => {
  const query = useQuery(settingsQuery(id))
  // shown from the click until the answer is there; a choice made meanwhile takes the earlier ones with it
  const [unsaved, setUnsaved] = useState<Kinds | null>(null)
  const save = useAct(notificationSettingsApi.update, (kinds: Kinds) => ({ params: { id }, body: { kinds } }), {
    scope: { id: 'notification-settings' },
    onError: (error) => reportError(error, 'Не удалось сохранить'),
    onSettled: (_response, _error, kinds) => setUnsaved((latest) => (latest === kinds ? null : latest)),
  })
  const choose = (kinds: Kinds) => {
    const all = { ...unsaved, ...kinds }
    setUnsaved(all)
    save.mutate(all)
  }
  const key = query.data?.settings.push_key ?? null
  const groups = kindGroups[role.slug].filter(
    ({ kinds }) => key !== null || !kinds.every((kind) => kindsWithOwnLetter.has(kind)),
  )
  return (
    <Section id="notification-settings" title={key ? 'Письма и сообщения о событиях' : 'Письма о событиях'} mt={6}>
      <ListState query={query} skeleton={<Skeleton height={240} radius="lg" />}>
        {({ settings }) => (
          <Card>
            {settings.email.state === 'bounced' && <BouncedNotice address={settings.email.address} />}
            {key && <PushChoice userId={id} pushKey={key} />}
            <Grid least={16} gap={4}>
              {groups.map((group) => (
                <GroupChoice
                  key={group.title}
                  group={group}
                  chosen={{ ...settings.kinds, ...unsaved }}
                  hasPush={key !== null}
                  onChange={choose}
                />
              ))}
            </Grid>
            <Text mt={3} tone="soft" size={2} role="status">
              {save.isPending ? 'Сохраняем…' : save.isSuccess ? 'Сохранено' : 'Выбор сохраняется сразу.'}
            </Text>
          </Card>
        )}
      </ListState>
    </Section>
  )
}

export default NotificationSettings
