import { useCloseByBack } from '#web/app/use-close-by-back.ts'
import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { reportError } from '#web/app/report-error.ts'
import classes from '#web/calendar/Calendar.module.css'
import { calendarLinkQuery, useCreateLink, useRemoveLink } from '#web/calendar/calendar.queries.ts'
import { confirm } from '#web/ui/confirm.ts'
import { formatDay } from '#web/ui/dates.ts'
import { DialogButtons } from '#web/ui/FormDialog.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The link, which is shown only now. */
const NewLink = ({ url }: { url: string }) => {
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(url)
      toast({ severity: 'success', summary: 'Ссылка скопирована' })
    } catch {
      // the link is selected: it can be copied by hand
      toast({ severity: 'info', summary: 'Скопируйте выделенную ссылку' })
    }
  }
  return (
    <Stack gap={3}>
      <Row gap={2} align="end" wrap>
        <TextInput
          ref={field}
          label="Ссылка"
          description="Она показана один раз: скопируйте её сейчас"
          readOnly
          value={url}
          className={classes.link}
          flex="1 1 14rem"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={() => void copy()}>Скопировать</Button>
      </Row>
      <Text size={3} tone="soft">
        Google Календарь: «Другие календари», «Добавить по URL». Apple: «Файл», «Новая подписка на календарь». Кто знает
        ссылку, увидит ваше расписание, поэтому никому её не передавайте.
      </Text>
    </Stack>
  )
}

/** The link by which calendar programs show the reader's events: made, renewed and ended here. */
const LinkDialog = ({ onClose }: { onClose: () => void }) => {
  const query = useQuery(calendarLinkQuery)
  const create = useCreateLink()
  const remove = useRemoveLink()
  useCloseByBack(onClose)
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
      onSuccess: () => {
        create.reset()
        toast({ severity: 'success', summary: 'Ссылка больше не работает' })
      },
      onError: (error) => reportError(error, 'Не удалось отключить ссылку'),
    })
  }
  return (
    // a click beside it must not lose the link, which is shown only now
    <Modal onClose={onClose} title="Календарь в телефоне" closeOnClickOutside={!url}>
      <Stack gap={4}>
        <Text tone="soft">
          Добавьте ссылку в Google Календарь, календарь Apple или Outlook: сроки и события курсов появятся там и будут
          обновляться сами.
        </Text>
        <ListState query={query}>
          {({ link }) => (
            <>
              {url ? (
                <NewLink url={url} />
              ) : (
                link && (
                  <Text>
                    Ссылка сделана {formatDay(link.created_at)} и работает. Показать её снова нельзя: храним только её
                    отпечаток.
                  </Text>
                )
              )}
              <DialogButtons cancel="Закрыть" onClose={onClose}>
                {link && (
                  <Button variant="default" loading={remove.isPending} onClick={() => void askAndEnd()}>
                    Отключить
                  </Button>
                )}
                {!url && (
                  <Button loading={create.isPending} onClick={() => (link ? void askAndMake() : make())}>
                    {link ? 'Новая ссылка' : 'Сделать ссылку'}
                  </Button>
                )}
              </DialogButtons>
            </>
          )}
        </ListState>
      </Stack>
    </Modal>
  )
}

export default LinkDialog
