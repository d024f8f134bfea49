import { Button } from '@mantine/core'
import { IconHistory, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PageAddress } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { deadlineStanding, shortDay } from '#web/organisation/editing/deadline-text.ts'
import { pageDraftQuery } from '#web/organisation/editing/editing.queries.ts'
import { Text } from '#web/ui/layout.tsx'

/** What a curator can do with a page that is being read. */
export const CuratorActions = ({ path }: { path: PageAddress }) => (
  <>
    <Button component={Link} to={`${path}?view=edit`} leftSection={<IconPencil size={18} aria-hidden="true" />}>
      Изменить
    </Button>
    <Button
      component={Link}
      to={`${path}?view=history`}
      variant="default"
      leftSection={<IconHistory size={18} aria-hidden="true" />}
    >
      История
    </Button>
  </>
)

const looks = {
  calm: { ground: 'brand' },
  soon: { ground: 'warn', tone: 'warn' },
  over: { ground: 'bad', tone: 'bad', weight: 'medium' },
} as const

/** Whether the page has changes that nobody else sees yet, and until when they have to be published. */
export const DraftNews = ({ number }: { number: number }) => {
  const draft = useQuery(pageDraftQuery(number)).data?.draft
  if (!draft?.since || !draft.deadline) return null
  const { text, tone } = deadlineStanding(draft.deadline)
  return (
    <Text mb={5} pad={3} padX={4} round="m" tight {...looks[tone]} role="note">
      Есть неопубликованные изменения с {shortDay(draft.since)}, {text}
    </Text>
  )
}
