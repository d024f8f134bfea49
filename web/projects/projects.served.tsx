import { GalleryView } from '#web/projects/GalleryView.tsx'
import type { ServedView } from '#web/routes.ts'

const view: ServedView<'projects.index'> = ({ answers: [{ projects, total }, { filters }], search }) => (
  <GalleryView projects={projects} total={total} filters={filters} search={search} />
)

export default view
