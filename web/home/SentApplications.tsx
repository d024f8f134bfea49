import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { waitingApplications } from '#web/applications/applications.queries.ts'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { daysAgo } from '#web/home/home-texts.ts'
import { CardList } from '#web/ui/Card.tsx'
import { hasFailed } from '#web/ui/first-load.ts'
import { PartError } from '#web/ui/PartError.tsx'
import { RowLink } from '#web/ui/RowLink.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

const shown = 5

/** A student's applications that the school has not answered; nothing when there are none. */
export const SentApplications = () => {
  const query = useQuery(waitingApplications)
  const { data } = query
  if (hasFailed(query)) return <PartError what="заявки на курсы" />
  if (!data || data.total === 0) return null
  return (
    <HomeSection title="Заявки на курсы" more={{ label: 'Все заявки', href: pathTo('applications.index') }}>
      <CardList>
        {data.applications.slice(0, shown).map(({ id, program, status, created_at }) => (
          <li key={id}>
            <RowLink
              // without an announcement there is no page about it
              to={program.announced ? pathTo('programs.show', { id: program.id }) : pathTo('applications.index')}
              title={program.name}
              note={`отправлена ${daysAgo(created_at)}`}
            >
              <StatusBadge status={status} />
            </RowLink>
          </li>
        ))}
      </CardList>
    </HomeSection>
  )
}
