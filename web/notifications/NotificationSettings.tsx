import '#web/ui/input-styles.ts'
import { NativeSelect, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type Channels,
  defaultChannels,
  kindGroups,
  kindsWithOwnLetter,
  type LetterTime,
} from '#contract/notifications/notification-kinds.ts'
import { notificationSettingsApi } from '#contract/notifications/notification-settings.api.ts'
import type { RoleSlug } from '#contract/users/names.ts'
import { act } from '#web/app/act.ts'
import { q } from '#web/app/endpoint-query.ts'
import { queryClient } from '#web/app/query-client.ts'
import { reportError } from '#web/app/report-error.ts'
import { Card } from '#web/ui/Card.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Grid, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'

const times: { value: LetterTime; label: string }[] = [
  { value: 'off', label: 'Не присылать' },
  { value: 'now', label: 'Сразу' },
  { value: 'daily', label: 'Раз в день' },
  { value: 'weekly', label: 'Раз в неделю' },
]

const settingsQuery = (id: number) => q(notificationSettingsApi.get, { params: { id } })

/** When letters about each kind of event are sent to the person; a choice is kept at once. */
const NotificationSettings = ({ user: { id, role } }: { user: { id: number; role: { slug: RoleSlug } } }) => {
  const query = useQuery(settingsQuery(id))
  const save = useMutation({
    mutationFn: (kinds: Record<string, Channels>) =>
      act(notificationSettingsApi.update, { params: { id }, body: { kinds } }),
    scope: { id: 'notification-settings' },
    onSuccess: (response) => queryClient.setQueryData(settingsQuery(id).queryKey, response),
    onError: (error) => reportError(error, 'Не удалось сохранить'),
  })
  const groups = kindGroups[role.slug].filter(({ kinds }) => !kinds.every((kind) => kindsWithOwnLetter.has(kind)))
  return (
    <Section id="notification-settings" title="Письма о событиях" mt={6}>
      <ListState query={query} skeleton={<Skeleton height={240} radius="lg" />}>
        {({ settings }) => (
          <Card>
            <Grid least={16} gap={4}>
              {groups.map(({ title, kinds }) => (
                <NativeSelect
                  key={title}
                  label={title}
                  data={times}
                  value={(settings.kinds[kinds[0]] ?? defaultChannels[kinds[0]]).letter}
                  disabled={save.isPending}
                  onChange={({ currentTarget: { value } }) =>
                    save.mutate(
                      Object.fromEntries(
                        kinds.map((kind) => [
                          kind,
                          { ...(settings.kinds[kind] ?? defaultChannels[kind]), letter: value as LetterTime },
                        ]),
                      ),
                    )
                  }
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
