import type { ServedView } from '#web/page-module.ts'
import { ServedProject } from '#web/projects/ServedProject.tsx'

const view: ServedView<'projects.show'> = ({
  answers: {
    project: { project },
  },
}) => <ServedProject project={project} />

export default view
