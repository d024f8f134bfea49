import type { ServedView } from '#web/page-module.ts'
import { TagView } from '#web/projects/GalleryView.tsx'

const view: ServedView<'tags.show'> = ({
  answers: {
    tag: { tag },
    gallery,
  },
  search,
}) => <TagView tag={tag} projects={gallery.projects} search={search} />

export default view
