import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const ProjectCreatePage = () => (
  <Wrap>
    <PageHeader title="Новый проект" />
  </Wrap>
)

export default ProjectCreatePage
