import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { calendarLinkQuery, useCreateLink, useRemoveLink } from '#web/calendar/calendar.queries.ts'
import { reportError } from '#web/data/report-error.ts'
import { SecretOnce } from '#web/keys/SecretOnce.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatDay } from '#web/ui/dates.ts'
import { DialogButtons } from '#web/ui/FormDialog.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'

/** The link by which calendar programs show the reader's events: made, renewed and ended here. */
const LinkDialog = ({ onClose }: { onClose: () => void }) => {
  const query = useQuery(calendarLinkQuery)
  const create = useCreateLink()
  const remove = useRemoveLink()
  // closed while it is made, the dialog could not show the link, and the one before it is over
  const busy = create.isPending || remove.isPending
  const { modal, stopWaiting } = useCloseGuard(onClose, { busy })
  const url = create.data?.url
  const make = () => create.mutate(undefined, { onError: (error) => reportError(error, 'Не удалось сделать ссылку') })
  const askAndMake = async () => {
    const accepted = await confirm({
      title: 'Сделать новую ссылку?',
      text: 'Прежняя сразу перестанет работать: подписки с ней больше не обновятся.',
      accept: 'Сделать новую',
    })
    if (accepted) make()
  }
  const askAndEnd = async () => {
    const accepted = await confirm({
      title: 'Отключить ссылку?',
      text: 'Она сразу перестанет работать: подписки с ней больше не обновятся, и вернуть её будет нельзя.',
      accept: 'Отключить',
      danger: true,
    })
    if (!accepted) return
    remove.mutate(undefined, {
      onSuccess: () => toast({ severity: 'success', summary: 'Ссылка больше не работает' }),
      onError: (error) => reportError(error, 'Не удалось отключить ссылку'),
    })
  }
  if (url)
    return (
      <SecretOnce
        title="Ссылка на календарь"
        text="Она показана один раз: скопируйте её сейчас. Google Календарь: «Другие календари», «Добавить по URL». Apple: «Файл», «Новая подписка на календарь». Кто знает ссылку, увидит ваше расписание, поэтому никому её не передавайте."
        label="Ссылка"
        secret={url}
        onDone={onClose}
      />
    )
  return (
    <Modal {...modal} title="Календарь в телефоне">
      <Stack gap={4}>
        <Text tone="soft">
          Добавьте ссылку в Google Календарь, календарь Apple или Outlook: сроки и события курсов появятся там и будут
          обновляться сами.
        </Text>
        <ListState query={query}>
          {({ link }) => (
            <>
              {link && (
                <Text>
                  Ссылка сделана {formatDay(link.created_at)} и работает. Показать её снова нельзя: храним только её
                  отпечаток.
                </Text>
              )}
              <DialogButtons cancel="Закрыть" onClose={busy ? stopWaiting : onClose}>
                {link && (
                  <Button
                    variant="default"
                    loading={remove.isPending}
                    disabled={create.isPending}
                    onClick={() => void askAndEnd()}
                  >
                    Отключить
                  </Button>
                )}
                <Button
                  loading={create.isPending}
                  disabled={remove.isPending}
                  onClick={() => (link ? void askAndMake() : make())}
                >
                  {link ? 'Новая ссылка' : 'Сделать ссылку'}
                </Button>
              </DialogButtons>
            </>
          )}
        </ListState>
      </Stack>
    </Modal>
  )
}

export default LinkDialog
