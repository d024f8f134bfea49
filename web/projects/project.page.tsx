import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const ProjectPage = () => (
  <Wrap>
    <PageHeader title="Проект" />
  </Wrap>
)

export default ProjectPage
