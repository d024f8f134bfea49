import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const CourseCreatePage = () => (
  <Wrap>
    <PageHeader title="Новый курс" />
  </Wrap>
)

export default CourseCreatePage
