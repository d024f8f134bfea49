import type { ProjectStatus, ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { type Actor, curates, isStaff } from '#contract/users/users.policy.ts'

/** What the policy of projects needs. */
export interface ProjectFacts {
  status: ProjectStatus
  visibility: ProjectVisibility
  /** Authors who agreed to be named. */
  author_ids: number[]
  /** People who are asked to be named as co-authors and have not answered. */
  asked_ids?: number[]
  link_key?: string | null
  /** Every author who agreed has asked to be erased: the project counts as unpublished. */
  withheld: boolean
  /** One of its authors is a child whose parent has not agreed to publication outside the school. */
  kept_from_guests: boolean
}

const isAuthor = (actor: Actor | null, project: Pick<ProjectFacts, 'author_ids'>) =>
  actor !== null && project.author_ids.includes(actor.id)

/** Whether the actor is asked to be named as a co-author. */
const isAskedAuthor = (actor: Actor | null, project: ProjectFacts) =>
  actor !== null && (project.asked_ids ?? []).includes(actor.id)

/** Whether a published project is shown to the actor; `key` is the key in the address. */
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
 * Published: by its visibility. Others only their authors, those who are asked to be named, and curators; once its
 * authors have asked to be erased, only they and curators.
 */
export const canSeeProject = (actor: Actor | null, project: ProjectFacts, key?: string) => {
  if (isAuthor(actor, project) || curates(actor, 'projects')) return true
  if (project.withheld) return false
  return isAskedAuthor(actor, project) || (project.status === 'published' && isShownTo(actor, project, key))
}

/** The visibilities that lists show: projects seen by link are in no list. */
export const listedVisibilities = (actor: Actor | null): ProjectVisibility[] =>
  actor === null ? ['public'] : ['public', 'school']

export const canEditProject = (actor: Actor, project: ProjectFacts) =>
  isAuthor(actor, project) || curates(actor, 'projects')

/** Why it is hidden, its key, and who is asked but has not agreed. */
export const canSeeProjectDetails = (actor: Actor | null, project: ProjectFacts) =>
  isAuthor(actor, project) || curates(actor, 'projects')

/** Authors publish and take back; only a curator hides a project and reopens it. */
export const canSetProjectStatus = (
  actor: Actor,
  project: Pick<ProjectFacts, 'status' | 'author_ids'>,
  to: ProjectStatus,
) =>
  project.status === to ||
  curates(actor, 'projects') ||
  (isAuthor(actor, project) && project.status !== 'hidden' && to !== 'hidden')

/** Authors can leave or decline; authors take back a request, curators can remove anybody. */
export const canRemoveAuthor = (actor: Actor, project: ProjectFacts, userId: number) =>
  actor.id === userId ||
  curates(actor, 'projects') ||
  (isAuthor(actor, project) && (project.asked_ids ?? []).includes(userId))

/** Nobody reports their own project; its authors ask to restore it once it is hidden. */
export const canReportProject = (actor: Actor, project: ProjectFacts) =>
  !isAuthor(actor, project) || project.status === 'hidden'

export const canRemoveComment = (actor: Actor, comment: { user_id: number }) =>
  curates(actor, 'projects') || comment.user_id === actor.id
