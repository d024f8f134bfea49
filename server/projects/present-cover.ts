import { coverOf } from '#server/covers/covers.routes.ts'
import { fileLink, pictureWidths } from '#server/files/file-link.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { openAddress } from '#server/files/sign-text.ts'
import type { ProjectCardRecord } from '#server/projects/projects.table.ts'

/** Whether guests may read the project and its files by their bare addresses. */
export const isOpen = ({
  status,
  visibility,
  withheld,
}: Pick<ProjectCardRecord, 'status' | 'visibility' | 'withheld'>) =>
  status === 'published' && visibility === 'public' && !withheld

/**
 * The picture that its authors chose in several widths, or the generated cover. First check who may see the project.
 */
export const presentCover = (
  project: Pick<ProjectCardRecord, 'id' | 'status' | 'visibility' | 'withheld' | 'cover_file_id'>,
  files: FileRecord[],
) => {
  const file = files.find(({ id }) => id === project.cover_file_id)
  if (!file) return coverOf('project', project.id)
  const addressOf = isOpen(project) ? openAddress : fileLink
  const variants = ['thumbnail', 'w960', 'w1920'] as const
  return {
    url: addressOf(file, 'w960'),
    srcset: variants.map((variant) => `${addressOf(file, variant)} ${pictureWidths[variant]}w`).join(', '),
  }
}
