import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Announcement } from '#contract/announcements/announcements.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { roleAudiences } from '#web/announcements/announcement-form.ts'
import { readersQuery } from '#web/announcements/announcements.queries.ts'
import { readText } from '#web/announcements/read-text.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** Names of courses, classes and roles in one line. */
const audienceOf = ({ courses, cohorts, roles }: NonNullable<Announcement['to']>) =>
  [...roles.map((role) => roleAudiences[role]), ...[...courses, ...cohorts].map(({ name }) => name)].join(' · ')

const Readers = ({ id }: { id: number }) => (
  <ListState query={useQuery(readersQuery(id))} skeleton={<SkeletonList count={3} height={40} />}>
    {({ readers, total }) => (
      <Stack gap={3}>
        <Stack as="ul" plain gap={2}>
          {readers.map(({ user, read_at }) => (
            <Row as="li" key={user.id} gap={3}>
              <Avatar person={user} size={28} />
              <Text grow clip>
                {fullName(user)}
              </Text>
              <Text size={2} tone={read_at ? 'quiet' : 'bad'} nowrap>
                {read_at ? formatMoment(read_at) : 'не прочитано'}
              </Text>
            </Row>
          ))}
        </Stack>
        {total > readers.length && (
          <Text size={2} tone="quiet">
            Показаны первые {readers.length} из {total}.
          </Text>
        )}
      </Stack>
    )}
  </ListState>
)

/** For the writer: whom an announcement is for, and who has read it. */
export const Audience = ({
  announcement: { id, to, read_count = 0, reader_count = 0 },
}: {
  announcement: Announcement
}) => {
  const [open, setOpen] = useState(false)
  if (!to) return null
  return (
    <Fold onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <FoldSummary justify="between">
        <Stack gap={0.5} shrink>
          <span>Объявление {readText(read_count, reader_count)}</span>
          <Text as="span" size={2} tone="quiet" anywhere>
            {audienceOf(to)}
          </Text>
        </Stack>
        <FoldArrow />
      </FoldSummary>
      <Box pad={4}>{open && <Readers id={id} />}</Box>
    </Fold>
  )
}
