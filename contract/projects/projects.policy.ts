import type { ProjectStatus } from '#contract/projects/projects.schema.ts'
import { type Actor, isCurator } from '#contract/users/users.policy.ts'

/** What the rules about a project look at. */
export interface ProjectFacts {
  status: ProjectStatus
  author_ids: number[]
}

const isAuthor = (actor: Actor | null, project: ProjectFacts) => actor !== null && project.author_ids.includes(actor.id)

/** Everybody sees what is published; the rest only its authors and curators. */
export const canSeeProject = (actor: Actor | null, project: ProjectFacts) =>
  project.status === 'published' || isAuthor(actor, project) || isCurator(actor)

export const canEditProject = (actor: Actor, project: ProjectFacts) => isAuthor(actor, project) || isCurator(actor)

/** Authors publish and take back; only a curator hides and reopens what is hidden. */
export const canSetProjectStatus = (actor: Actor, project: ProjectFacts, to: ProjectStatus) =>
  project.status === to ||
  isCurator(actor) ||
  (isAuthor(actor, project) && project.status !== 'hidden' && to !== 'hidden')

export const canRemoveComment = (actor: Actor, comment: { user_id: number }) =>
  isCurator(actor) || comment.user_id === actor.id
