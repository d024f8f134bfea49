import { IconMailbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import classes from '#web/applications/Applications.module.css'
import { applicationsQuery } from '#web/applications/applications.queries.ts'
import { OwnApplication } from '#web/applications/OwnApplication.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FoundRows } from '#web/ui/FoundList.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Stack } from '#web/ui/layout.tsx'
import { Pager } from '#web/ui/Pager.tsx'

/** A student's own applications, page by page. */
export const OwnApplications = () => {
  const [search] = usePageSearch('applications.index')
  const query = useQuery(applicationsQuery({ page: Math.max(1, Math.trunc(Number(search.page)) || 1) }))
  return (
    <ListState
      query={query}
      isEmpty={({ applications }) => applications.length === 0}
      empty={
        <Card>
          <EmptyState
            icon={IconMailbox}
            title="Заявок нет"
            text="Выберите курс с открытым набором на главной странице и подайте заявку: ответ школы появится здесь."
          />
        </Card>
      }
    >
      {({ applications, page, pages }) => (
        <FoundRows
          busy={query.isPlaceholderData}
          after={
            <Pager
              page={page}
              pages={pages}
              href={(page) => pathTo('applications.index', {}, { page: page > 1 ? page : undefined })}
            />
          }
        >
          {applications.map((application) => (
            <Box as="li" key={application.id} gap={3} gapX={5} pad={4} padX={4.5} className={classes.row}>
              <Stack links="quiet" gap={2} shrink anywhere className={classes.words}>
                <b>
                  <Link to={pathTo('programs.show', { id: application.program.id })}>{application.program.name}</Link>
                </b>
                <OwnApplication application={application} />
              </Stack>
            </Box>
          ))}
        </FoundRows>
      )}
    </ListState>
  )
}
