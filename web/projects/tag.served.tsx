import { TagView } from '#web/projects/GalleryView.tsx'
import type { ServedView } from '#web/routes.ts'

const view: ServedView<'tags.show'> = ({ answers: [{ tag }, { projects }], search }) => (
  <TagView tag={tag} projects={projects} search={search} />
)

export default view
