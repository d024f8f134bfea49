import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const LessonPage = () => (
  <Wrap>
    <PageHeader title="Урок" />
  </Wrap>
)

export default LessonPage
