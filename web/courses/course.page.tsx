import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const CoursePage = () => (
  <Wrap>
    <PageHeader title="Курс" />
  </Wrap>
)

export default CoursePage
