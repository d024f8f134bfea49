import { Button } from '@mantine/core'
import { reportError } from '#web/app/report-error.ts'
import { useEndFamilyLink, useSendFamilyLink } from '#web/family/family.queries.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toast } from '#web/ui/toasts.ts'

/** What a curator does with the link by which a child's parents see how the child is doing. */
export const FamilyLinkActions = ({ userId }: { userId: number }) => {
  const send = useSendFamilyLink(userId)
  const end = useEndFamilyLink(userId)
  const askAndSend = async () => {
    const accepted = await confirm({
      title: 'Отправить родителям ссылку?',
      text: 'Каждый родитель, почта которого указана, получит письмо со ссылкой на страницу ребёнка. Прежние ссылки перестанут работать.',
      accept: 'Отправить',
    })
    if (!accepted) return
    send.mutate(undefined, {
      onSuccess: () => toast({ severity: 'success', summary: 'Письмо родителям отправлено' }),
      onError: (error) => reportError(error, 'Не удалось отправить'),
    })
  }
  const askAndEnd = async () => {
    const accepted = await confirm({
      title: 'Закрыть родителям доступ?',
      text: 'Ссылки родителей этого ребёнка перестанут работать. Если в школе учатся и другие их дети, родителям понадобится новая ссылка.',
      accept: 'Закрыть доступ',
      danger: true,
    })
    if (!accepted) return
    end.mutate(undefined, {
      onSuccess: () => toast({ severity: 'success', summary: 'Ссылки родителей закрыты' }),
      onError: (error) => reportError(error, 'Не удалось закрыть доступ'),
    })
  }
  return (
    <>
      <Button variant="default" loading={send.isPending} onClick={() => void askAndSend()}>
        Ссылка для родителей
      </Button>
      <Button variant="subtle" color="red" loading={end.isPending} onClick={() => void askAndEnd()}>
        Закрыть родителям доступ
      </Button>
    </>
  )
}
