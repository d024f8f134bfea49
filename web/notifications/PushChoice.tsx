import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryClient } from '#web/data/query-client.ts'
import { reportError } from '#web/data/report-error.ts'
import { pushQuery } from '#web/notifications/notification-settings.queries.ts'
import { type PushState, turnPushOff, turnPushOn } from '#web/notifications/push.ts'
import { focusWhenDrawn } from '#web/ui/focus-when-drawn.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'

const texts: Record<PushState, string> = {
  none: 'Этот браузер не умеет показывать сообщения сайтов. Откройте сайт в Chrome, Edge, Firefox, Safari или Яндекс Браузере.',
  install:
    'На iPhone и iPad сообщения приходят, когда сайт установлен. Нажмите «Поделиться», затем «На экран „Домой“», откройте сайт оттуда и включите сообщения здесь.',
  denied:
    'Сообщения запрещены в настройках браузера. Нажмите на значок слева от адреса сайта, разрешите уведомления и обновите страницу.',
  off: 'Сообщения в этом браузере выключены.',
  on: 'Сообщения приходят в этот браузер, даже когда сайт закрыт.',
}

/** Whether push messages come to this browser, and how to change that. */
export const PushChoice = ({ userId, pushKey }: { userId: number; pushKey: string }) => {
  const { data: state } = useQuery(pushQuery(userId))
  const status = useRef<HTMLParagraphElement>(null)
  const change = useMutation({
    mutationFn: () => (state === 'on' ? turnPushOff() : turnPushOn(userId, pushKey)),
    onSuccess: (next) => {
      queryClient.setQueryData(pushQuery(userId).queryKey, next)
      // the button goes once the person has forbidden the messages
      if (next === 'denied') focusWhenDrawn(() => status.current)
    },
    onError: (error) =>
      // the browser's push service has names of its own for its failures
      reportError(
        error,
        error instanceof DOMException ? 'Браузер не смог подключиться к своей службе сообщений' : 'Не получилось',
      ),
  })
  if (!state) return null
  return (
    <Row gap={3} gapX={5} wrap justify="between" mb={4.5}>
      <Stack gap={1} from={18}>
        <Text as="h3" size={4}>
          Сообщения в браузере
        </Text>
        <Text ref={status} tabIndex={-1} tone="soft" role="status">
          {texts[state]}
        </Text>
      </Stack>
      {(state === 'on' || state === 'off') && (
        <SteadyButton variant="default" busy={change.isPending} onClick={() => change.mutate()}>
          {state === 'on' ? 'Выключить в этом браузере' : 'Включить в этом браузере'}
        </SteadyButton>
      )}
    </Row>
  )
}
