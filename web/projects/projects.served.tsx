import type { ServedView } from '#web/page-module.ts'
import { GalleryView } from '#web/projects/GalleryView.tsx'

const view: ServedView<'projects.index'> = ({
  answers: {
    gallery,
    filters: { filters },
  },
  search,
}) => <GalleryView projects={gallery.projects} total={gallery.total} filters={filters} search={search} />

export default view
