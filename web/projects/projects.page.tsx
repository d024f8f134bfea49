import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const ProjectsPage = () => (
  <Wrap>
    <PageHeader title="Проекты" />
  </Wrap>
)

export default ProjectsPage
