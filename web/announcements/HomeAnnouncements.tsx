import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Announcement } from '#contract/announcements/announcements.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { isStaff } from '#contract/users/users.policy.ts'
import { newestAnnouncements, olderAnnouncements } from '#web/announcements/announcements.queries.ts'
import { readText } from '#web/announcements/read-text.ts'
import { lateDialog } from '#web/app/late.tsx'
import { useActor } from '#web/auth/use-actor.ts'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { CardList } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { hasFailed } from '#web/ui/first-load.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Text } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { RowLink } from '#web/ui/RowLink.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'

const AnnouncementDialog = lateDialog(() => import('#web/announcements/AnnouncementDialog.tsx'))

/** How many are shown at first. */
const shownAtFirst = 3

const noteOf = ({ author, show_at, read_count, reader_count }: Announcement, now: Date) => {
  const when = new Date(show_at) > now ? `покажем ${formatMoment(show_at)}` : formatMoment(show_at)
  return reader_count === undefined
    ? `${fullName(author)} · ${when}`
    : `${readText(read_count ?? 0, reader_count)} · ${when}`
}

/** Unread ones first, the newest before. */
const inOrder = (list: Announcement[]) =>
  list.toSorted((one, other) => Number(one.read !== false) - Number(other.read !== false))

const AnnouncementRow = ({ announcement, now }: { announcement: Announcement; now: Date }) => (
  <li>
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
)

/** The announcements before the newest page, newest first; `shown` are on the page already. */
const Older = ({ shown, now }: { shown: Announcement[]; now: Date }) => {
  const query = useInfiniteQuery(olderAnnouncements)
  const ids = new Set(shown.map(({ id }) => id))
  return (
    <Box mt={3}>
      <ListState query={query}>
        {({ announcements, total }) => {
          // one may have slid to the next page meanwhile
          const older = announcements.filter(({ id }) => !ids.has(id))
          return (
            <>
              <CardList>
                {older.map((announcement) => (
                  <AnnouncementRow key={announcement.id} announcement={announcement} now={now} />
                ))}
              </CardList>
              <ShowMore query={query} shown={shown.length + older.length} total={total} />
            </>
          )
        }}
      </ListState>
    </Box>
  )
}

/** How much of the list is on the page: the first ones, the newest page, or as many pages as were asked for. */
type Extent = 'first' | 'newest' | 'older'

/** «Объявления» of the main page: what the school announces to the reader; nothing for a student without any. */
export const HomeAnnouncements = () => {
  const actor = useActor()
  const query = useQuery(newestAnnouncements)
  const { data } = query
  const [extent, setExtent] = useState<Extent>('first')
  const [open, setOpen] = useState(false)
  const list = inOrder(data?.announcements ?? [])
  if (!actor) return null
  const isMissing = hasFailed(query)
  if (list.length === 0 && !isMissing && !isStaff(actor)) return null
  const now = new Date()
  const total = data?.total ?? list.length
  const shown = extent === 'first' ? list.slice(0, shownAtFirst) : list
  const next: Extent | null =
    shown.length < list.length ? 'newest' : extent !== 'older' && shown.length < total ? 'older' : null
  return (
    <HomeSection title="Объявления">
      {isMissing && <PartError />}
      {list.length > 0 && (
        <CardList>
          {shown.map((announcement) => (
            <AnnouncementRow key={announcement.id} announcement={announcement} now={now} />
          ))}
        </CardList>
      )}
      {extent === 'older' && <Older shown={list} now={now} />}
      {next && (
        <Box mt={3}>
          <Button variant="subtle" onClick={() => setExtent(next)}>
            {next === 'newest'
              ? `Показать ещё ${list.length - shown.length}`
              : `Показать прежние: ${total - shown.length}`}
          </Button>
        </Box>
      )}
      {isStaff(actor) && (
        <Box mt={list.length > 0 || isMissing ? 3 : 0}>
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
