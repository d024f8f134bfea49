import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const ProjectEditPage = () => (
  <Wrap>
    <PageHeader title="Редактирование проекта" />
  </Wrap>
)

export default ProjectEditPage
