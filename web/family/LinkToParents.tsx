import { Button } from '@mantine/core'
import { reportError } from '#web/data/report-error.ts'
import { useEndFamilyLink, useSendFamilyLink } from '#web/family/family.queries.ts'
import { Row, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Sends the parents of a child their link, or ends the links they have. */
export const LinkToParents = ({ userId }: { userId: number }) => {
  const send = useSendFamilyLink(userId)
  const end = useEndFamilyLink(userId)
  return (
    <div>
      <Row gap={2} wrap>
        <Button
          variant="default"
          loading={send.isPending}
          onClick={() =>
            send.mutate(undefined, {
              onSuccess: () => toast({ severity: 'success', summary: 'Письмо родителям отправлено' }),
              onError: (error) => reportError(error, 'Не удалось отправить'),
            })
          }
        >
          Отправить ссылку
        </Button>
        <Button
          variant="subtle"
          color="red"
          loading={end.isPending}
          onClick={() =>
            end.mutate(undefined, {
              onSuccess: () => toast({ severity: 'success', summary: 'Ссылки родителей больше не работают' }),
              onError: (error) => reportError(error, 'Не удалось закрыть доступ'),
            })
          }
        >
          Закрыть доступ
        </Button>
      </Row>
      <Text mt={1} size={2} tone="quiet">
        Новая ссылка отменяет прежние. Если у родителя здесь несколько детей, страница у них одна.
      </Text>
    </div>
  )
}
