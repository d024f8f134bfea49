import type { ProjectStatus, ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { type Actor, isCurator, isStaff } from '#contract/users/users.policy.ts'

/** What the rules about a project look at. */
export interface ProjectFacts {
  status: ProjectStatus
  visibility: ProjectVisibility
  /** Those who agreed to be named. */
  author_ids: number[]
  /** Who was asked to be named as a co-author and has not answered. */
  asked_ids?: number[]
  link_key?: string | null
  /** Everybody who agreed to be named has asked to be erased: as if it were not published. */
  withheld: boolean
  /** A child is among its authors whose parent has not agreed that people outside of the school see it. */
  kept_from_guests: boolean
}

const isAuthor = (actor: Actor | null, project: Pick<ProjectFacts, 'author_ids'>) =>
  actor !== null && project.author_ids.includes(actor.id)

/** Whether the actor was asked to be named as a co-author. */
export const isAskedAuthor = (actor: Actor | null, project: ProjectFacts) =>
  actor !== null && (project.asked_ids ?? []).includes(actor.id)

/** Whether a published project is shown to the actor; `key` is what the address carries. */
const isShownTo = (actor: Actor | null, project: ProjectFacts, key: string | undefined) => {
  if (actor === null && project.kept_from_guests) return false
  switch (project.visibility) {
    case 'public':
      return true
    case 'school':
      return actor !== null
    case 'link':
      return isStaff(actor) || (Boolean(key) && key === project.link_key)
    case 'me':
      return isStaff(actor)
  }
}

/**
 * Published: by its visibility. The rest only its authors, those who are asked to be named, and curators; once its authors
 * have asked to be erased, they and curators alone.
 */
export const canSeeProject = (actor: Actor | null, project: ProjectFacts, key?: string) => {
  if (isAuthor(actor, project) || isCurator(actor)) return true
  if (project.withheld) return false
  return isAskedAuthor(actor, project) || (project.status === 'published' && isShownTo(actor, project, key))
}

/** Which visibilities lists show: what is seen by link is in no list. */
export const listedVisibilities = (actor: Actor | null): ProjectVisibility[] =>
  actor === null ? ['public'] : ['public', 'school']

export const canEditProject = (actor: Actor, project: ProjectFacts) => isAuthor(actor, project) || isCurator(actor)

/** Why it is hidden, its key, and who was asked but has not agreed. */
export const canSeeProjectDetails = (actor: Actor | null, project: ProjectFacts) =>
  isAuthor(actor, project) || isCurator(actor)

/** Authors publish and take back; only a curator hides and reopens what is hidden. */
export const canSetProjectStatus = (
  actor: Actor,
  project: Pick<ProjectFacts, 'status' | 'author_ids'>,
  to: ProjectStatus,
) =>
  project.status === to ||
  isCurator(actor) ||
  (isAuthor(actor, project) && project.status !== 'hidden' && to !== 'hidden')

/** One leaves oneself, and declines so; authors take back what they asked, curators take anybody off. */
export const canRemoveAuthor = (actor: Actor, project: ProjectFacts, userId: number) =>
  actor.id === userId || isCurator(actor) || (isAuthor(actor, project) && (project.asked_ids ?? []).includes(userId))

/** Nobody reports their own project; its authors ask for it back once it is hidden. */
export const canReportProject = (actor: Actor, project: ProjectFacts) =>
  !isAuthor(actor, project) || project.status === 'hidden'

export const canRemoveComment = (actor: Actor, comment: { user_id: number }) =>
  isCurator(actor) || comment.user_id === actor.id
