import { Button } from '@mantine/core'
import { IconBell, IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Announcement } from '#contract/announcements/announcements.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { Audience } from '#web/announcements/Audience.tsx'
import {
  announcementQuery,
  useDeleteAnnouncement,
  useReadAnnouncement,
  useRemindReaders,
} from '#web/announcements/announcements.queries.ts'
import { lateDialog } from '#web/app/late.tsx'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageId } from '#web/app/page-params.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { RichText } from '#web/content/RichText.tsx'
import { reportError } from '#web/data/report-error.ts'
import type { PageLoad } from '#web/page-module.ts'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { toast } from '#web/ui/toasts.ts'

const AnnouncementDialog = lateDialog(() => import('#web/announcements/AnnouncementDialog.tsx'))

export const load: PageLoad<'announcements.show'> = ({ id }) => [announcementQuery(Number(id))]

const icon = { size: 17, 'aria-hidden': true } as const

/** What its writer may do with it. */
const Acts = ({ announcement, actor }: { announcement: Announcement; actor: Actor }) => {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const remove = useDeleteAnnouncement(announcement.id)
  const remind = useRemindReaders(announcement.id)
  const left = (announcement.reader_count ?? 0) - (announcement.read_count ?? 0)
  const isShown = new Date(announcement.show_at) <= new Date()
  const askAndRemove = async () => {
    const text = 'Оно исчезнет у всех вместе с уведомлениями.'
    if (!(await confirm({ title: 'Удалить объявление?', text, accept: 'Удалить', danger: true }))) return
    remove.mutate(undefined, {
      onSuccess: () => {
        toast({ severity: 'success', summary: 'Объявление удалено', detail: announcement.title })
        void navigate({ to: pathTo('main') })
      },
      onError: (error) => reportError(error, 'Не удалось удалить объявление'),
    })
  }
  const remindThem = () =>
    remind.mutate(undefined, {
      onSuccess: ({ reminded }) =>
        toast({
          severity: 'success',
          summary:
            reminded > 0
              ? `Напомнили: ${counted(reminded, 'человек', 'человека', 'человек')}`
              : 'Сегодня уже напоминали всем, кто не прочитал',
        }),
      onError: (error) => reportError(error, 'Не удалось напомнить'),
    })
  return (
    <Row wrap gap={2}>
      {announcement.can_edit && isShown && left > 0 && (
        <Button variant="light" leftSection={<IconBell {...icon} />} loading={remind.isPending} onClick={remindThem}>
          Напомнить остальным
        </Button>
      )}
      {announcement.can_edit && (
        <Button variant="default" leftSection={<IconPencil {...icon} />} onClick={() => setOpen(true)}>
          Изменить
        </Button>
      )}
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash {...icon} />}
        loading={remove.isPending}
        onClick={() => void askAndRemove()}
      >
        Удалить
      </Button>
      {open && <AnnouncementDialog actor={actor} announcement={announcement} onClose={() => setOpen(false)} />}
    </Row>
  )
}

/** «Отметить прочитанным» where the reader is asked for it; without being asked it is read by opening it. */
const ReadMark = ({ announcement: { id, read, must_read } }: { announcement: Announcement }) => {
  const { mutate, isPending } = useReadAnnouncement(id)
  useEffect(() => {
    if (read === false && !must_read) mutate()
  }, [read, must_read, mutate])
  if (!must_read || read === null) return null
  return read ? (
    <Text tone="ok" weight="medium">
      Вы прочитали это объявление
    </Text>
  ) : (
    <Button
      leftSection={<IconCheck {...icon} />}
      loading={isPending}
      onClick={() => mutate(undefined, { onError: (error) => reportError(error, 'Не удалось отметить') })}
    >
      Отметить прочитанным
    </Button>
  )
}

const AnnouncementPage = () => {
  const id = usePageId('announcements.show')
  const actor = useActor()
  const query = useQuery(announcementQuery(id))
  usePageTitle(query.data?.announcement.title)
  return (
    <Wrap size="narrow">
      <ListState query={query} page>
        {({ announcement }) => (
          <>
            <PageHeader
              title={announcement.title}
              subtitle={`${fullName(announcement.author)} · ${formatMoment(announcement.show_at)}`}
              crumbs={[{ label: 'Главная', href: pathTo('main') }]}
            />
            <Stack gap={5}>
              {new Date(announcement.show_at) > new Date() && (
                <Notice>Читатели увидят объявление {formatMoment(announcement.show_at)}.</Notice>
              )}
              {announcement.content && (
                <Card>
                  <RichText html={announcement.content} />
                </Card>
              )}
              <ReadMark announcement={announcement} />
              {announcement.can_edit && <Audience announcement={announcement} />}
              {announcement.to && actor && <Acts announcement={announcement} actor={actor} />}
            </Stack>
          </>
        )}
      </ListState>
    </Wrap>
  )
}

export default AnnouncementPage
