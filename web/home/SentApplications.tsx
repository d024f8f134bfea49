import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { waitingApplications } from '#web/applications/applications.queries.ts'
import classes from '#web/home/Home.module.css'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { daysAgo } from '#web/home/words.ts'
import { Card } from '#web/ui/Card.tsx'
import { Box, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

const shown = 5

/** A student's applications that the school has not answered; nothing when there are none. */
export const SentApplications = () => {
  const { data } = useQuery(waitingApplications)
  if (!data || data.total === 0) return null
  return (
    <HomeSection title="Заявки на курсы" more={{ label: 'Все заявки', href: pathTo('applications.index') }}>
      <Card flush>
        <Box as="ul" plain className={classes.rows}>
          {data.applications.slice(0, shown).map(({ id, program, status, created_at }) => (
            <li key={id}>
              <Link className={classes.waits} to={pathTo('programs.show', { id: program.id })}>
                <Text as="span" tight grow className={classes.words}>
                  <b>{program.name}</b>
                  <span>отправлена {daysAgo(created_at)}</span>
                </Text>
                <StatusBadge status={status} />
              </Link>
            </li>
          ))}
        </Box>
      </Card>
    </HomeSection>
  )
}
