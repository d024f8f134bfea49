import { IconMailbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { listPage, useListAddress } from '#web/app/list-address.ts'
import classes from '#web/applications/Applications.module.css'
import { applicationsQuery } from '#web/applications/applications.queries.ts'
import { OwnApplication } from '#web/applications/OwnApplication.tsx'
import { FoundList } from '#web/ui/FoundList.tsx'
import { Box, Stack } from '#web/ui/layout.tsx'

/** A student's own applications, page by page. */
export const OwnApplications = () => {
  const { search, pageHref } = useListAddress('applications.index')
  return (
    <FoundList
      query={useQuery(applicationsQuery({ page: listPage(search.page) }))}
      items={({ applications }) => applications}
      empty={{
        icon: IconMailbox,
        title: 'Заявок нет',
        text: 'Выберите курс с открытым набором на главной странице и подайте заявку: ответ школы появится здесь.',
      }}
      pageHref={pageHref}
    >
      {(applications) =>
        applications.map((application) => (
          <Box as="li" key={application.id} gap={3} gapX={5} pad={4} padX={4.5} className={classes.row}>
            <Stack links="quiet" gap={2} shrink anywhere className={classes.words}>
              <b>
                <Link to={pathTo('programs.show', { id: application.program.id })}>{application.program.name}</Link>
              </b>
              <OwnApplication application={application} />
            </Stack>
          </Box>
        ))
      }
    </FoundList>
  )
}
