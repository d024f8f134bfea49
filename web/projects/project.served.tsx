import { ServedProject } from '#web/projects/ServedProject.tsx'
import type { ServedView } from '#web/routes.ts'

const view: ServedView<'projects.show'> = ({
  answers: {
    project: { project },
  },
}) => <ServedProject project={project} />

export default view
