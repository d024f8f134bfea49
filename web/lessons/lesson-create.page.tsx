import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const LessonCreatePage = () => (
  <Wrap>
    <PageHeader title="Новый урок" />
  </Wrap>
)

export default LessonCreatePage
