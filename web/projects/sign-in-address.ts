import { pathTo } from '#contract/pages.ts'
import type { Project } from '#contract/projects/projects.schema.ts'

/** The sign-in, which leads back to this project; not to one that is opened by its key alone. */
export const signInAddress = ({ id, visibility }: Pick<Project, 'id' | 'visibility'>) =>
  pathTo('login', {}, visibility === 'public' ? { project: id } : {})
