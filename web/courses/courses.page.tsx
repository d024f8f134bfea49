import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const CoursesPage = () => (
  <Wrap>
    <PageHeader title="Курсы" />
  </Wrap>
)

export default CoursesPage
