import { IconMailbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listPage, useListAddress } from '#web/app/list-address.ts'
import { applicationsQuery } from '#web/applications/applications.queries.ts'
import { OwnApplication } from '#web/applications/OwnApplication.tsx'
import { ProgramName } from '#web/applications/ProgramName.tsx'
import { FoundList, FoundRow } from '#web/ui/FoundList.tsx'
import { Stack } from '#web/ui/layout.tsx'

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
          <FoundRow key={application.id} gap={3} pad={4}>
            <Stack links="quiet" gap={2} shrink>
              <b>
                <ProgramName program={application.program} />
              </b>
              <OwnApplication application={application} />
            </Stack>
          </FoundRow>
        ))
      }
    </FoundList>
  )
}
