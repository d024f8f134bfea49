import { GalleryView } from '#web/projects/GalleryView.tsx'
import type { ServedView } from '#web/routes.ts'

const view: ServedView<'projects.index'> = ({
  answers: {
    gallery,
    filters: { filters },
  },
  search,
}) => <GalleryView projects={gallery.projects} total={gallery.total} filters={filters} search={search} />

export default view
