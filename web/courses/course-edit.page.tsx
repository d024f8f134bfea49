import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const CourseEditPage = () => (
  <Wrap>
    <PageHeader title="Редактирование курса" />
  </Wrap>
)

export default CourseEditPage
