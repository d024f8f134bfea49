import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Announcement } from '#contract/announcements/announcements.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { isStaff } from '#contract/users/users.policy.ts'
import { newestAnnouncements } from '#web/announcements/announcements.queries.ts'
import { lateDialog } from '#web/app/late.tsx'
import { useActor } from '#web/auth/use-actor.ts'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { CardList } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { Box, Text } from '#web/ui/layout.tsx'
import { RowLink } from '#web/ui/RowLink.tsx'

const AnnouncementDialog = lateDialog(() => import('#web/announcements/AnnouncementDialog.tsx'))

/** How many are shown at first. */
const shownAtFirst = 3

const noteOf = ({ author, show_at, read_count, reader_count }: Announcement, now: Date) => {
  const when = new Date(show_at) > now ? `покажем ${formatMoment(show_at)}` : formatMoment(show_at)
  return reader_count === undefined
    ? `${fullName(author)} · ${when}`
    : `прочитали ${read_count} из ${reader_count} · ${when}`
}

/** Unread ones first, the newest before. */
const inOrder = (list: Announcement[]) =>
  list.toSorted((one, other) => Number(one.read !== false) - Number(other.read !== false))

/** «Объявления» of the main page: what the school announces to the reader; nothing for a student without any. */
export const HomeAnnouncements = () => {
  const actor = useActor()
  const { data } = useQuery(newestAnnouncements)
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState(false)
  const list = inOrder(data?.announcements ?? [])
  if (!actor || (list.length === 0 && !isStaff(actor))) return null
  const now = new Date()
  return (
    <HomeSection title="Объявления">
      {list.length > 0 && (
        <CardList>
          {(all ? list : list.slice(0, shownAtFirst)).map((announcement) => (
            <li key={announcement.id}>
              <RowLink
                to={pathTo('announcements.show', { id: announcement.id })}
                title={announcement.title}
                whole
                note={noteOf(announcement, now)}
              >
                {announcement.read === false && (
                  <Text as="span" size={2} weight="strong" tone="brand" nowrap>
                    {announcement.must_read ? 'Прочитайте' : 'Новое'}
                  </Text>
                )}
              </RowLink>
            </li>
          ))}
        </CardList>
      )}
      {!all && list.length > shownAtFirst && (
        <Box mt={3}>
          <Button variant="subtle" onClick={() => setAll(true)}>
            Показать ещё {list.length - shownAtFirst}
          </Button>
        </Box>
      )}
      {isStaff(actor) && (
        <Box mt={list.length > 0 ? 3 : 0}>
          <Button
            variant="default"
            leftSection={<IconPlus size={17} aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            Новое объявление
          </Button>
        </Box>
      )}
      {open && <AnnouncementDialog actor={actor} announcement={null} onClose={() => setOpen(false)} />}
    </HomeSection>
  )
}
