import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const TasksPage = () => (
  <Wrap>
    <PageHeader title="Задания" />
  </Wrap>
)

export default TasksPage
