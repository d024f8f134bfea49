import { TagView } from '#web/projects/GalleryView.tsx'
import type { ServedView } from '#web/routes.ts'

const view: ServedView<'tags.show'> = ({
  answers: {
    tag: { tag },
    gallery,
  },
  search,
}) => <TagView tag={tag} projects={gallery.projects} search={search} />

export default view
