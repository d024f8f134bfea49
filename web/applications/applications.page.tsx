import { Button } from '@mantine/core'
import { IconMailbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ApplicationStatus, applicationStatuses } from '#contract/applications/applications.schema.ts'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { listPage, useListAddress } from '#web/app/list-address.ts'
import { ApplicationRow } from '#web/applications/ApplicationRow.tsx'
import {
  type ApplicationsFilter,
  applicationsQuery,
  waitingApplications,
} from '#web/applications/applications.queries.ts'
import { OwnApplications } from '#web/applications/OwnApplications.tsx'
import { currentUser, useUser } from '#web/auth/session.ts'
import type { PageLoad } from '#web/page-module.ts'
import { FoundList } from '#web/ui/FoundList.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'

const labels: Record<ApplicationStatus, string> = { new: 'Ждут ответа', accepted: 'Принятые', declined: 'Отклонённые' }

const isStatus = (slug: string | undefined): slug is ApplicationStatus => slug !== undefined && slug in labels

/** What the address asks for; staff begin with what waits for them, students see all of their own. */
const filterOf = ({ status, page }: PageSearch<'applications.index'>, isStudent: boolean): ApplicationsFilter => ({
  status: isStudent ? undefined : isStatus(status) ? status : 'new',
  page: listPage(page),
})

export const load: PageLoad<'applications.index'> = (_, search) => [
  applicationsQuery(filterOf(search, currentUser()?.role.slug === 'student')),
]

const emptyTexts: Record<ApplicationStatus, { title: string; text: string }> = {
  new: { title: 'Новых заявок нет', text: 'Они появятся здесь, как только кто-нибудь захочет на объявленный курс.' },
  accepted: { title: 'Принятых заявок нет', text: 'Здесь останутся заявки тех, кого школа записала на курсы.' },
  declined: { title: 'Отклонённых заявок нет', text: 'Здесь останутся заявки, на которые школа ответила отказом.' },
}

const SchoolApplications = () => {
  const { search, pageHref } = useListAddress('applications.index')
  const filter = filterOf(search, false)
  const status = filter.status ?? 'new'
  const waiting = useQuery(waitingApplications).data?.total ?? 0
  return (
    <>
      <TabLinks
        label="Заявки по состоянию"
        tabs={(Object.keys(applicationStatuses) as ApplicationStatus[]).map((slug) => ({
          label: slug === 'new' && waiting > 0 ? `${labels.new} ${waiting}` : labels[slug],
          href: pathTo('applications.index', {}, { status: slug === 'new' ? undefined : slug }),
          current: slug === status,
        }))}
      />
      <FoundList
        query={useQuery(applicationsQuery(filter))}
        items={({ applications }) => applications}
        empty={{ icon: IconMailbox, ...emptyTexts[status] }}
        pageHref={pageHref}
      >
        {(applications) =>
          applications.map((application) => <ApplicationRow key={application.id} application={application} />)
        }
      </FoundList>
    </>
  )
}

const ApplicationsPage = () => {
  const isStudent = useUser()?.role.slug === 'student'
  return (
    <Wrap>
      <PageHeader
        title="Заявки"
        subtitle={isStudent ? 'Курсы, на которые вы попросились' : 'Кто хочет учиться на объявленных курсах'}
        actions={
          isStudent && (
            <Button component={Link} to={pathTo('courses.index')} variant="default">
              Мои курсы
            </Button>
          )
        }
      />
      {isStudent ? <OwnApplications /> : <SchoolApplications />}
    </Wrap>
  )
}

export default ApplicationsPage
