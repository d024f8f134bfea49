import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const LessonEditPage = () => (
  <Wrap>
    <PageHeader title="Редактирование урока" />
  </Wrap>
)

export default LessonEditPage
