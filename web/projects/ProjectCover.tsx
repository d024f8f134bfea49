import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { Cover } from '#web/ui/Cover.tsx'

/** The cover of a project: drawn, or the picture its authors chose in the width that is needed. */
export const ProjectCover = ({
  cover,
  sizes,
  ratio,
  eager = false,
}: {
  cover: ProjectCard['cover']
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string
  ratio?: string
  /** It is at the top of the page. */
  eager?: boolean
}) => (
  <Cover
    url={cover.url}
    eager={eager}
    {...(ratio && { ratio })}
    {...(cover.srcset && { srcset: cover.srcset, sizes })}
  />
)
