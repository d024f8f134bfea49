import type { ProjectFacts } from '#contract/projects/projects.policy.ts'
import type { Project } from '#contract/projects/projects.schema.ts'

/** What the policies look at. */
export const projectFacts = ({ status, visibility, authors, link_key }: Project): ProjectFacts => ({
  status: status.slug,
  visibility,
  link_key,
  author_ids: authors.flatMap(({ id, asked }) => (asked ? [] : id)),
  // readers of this page were allowed to see it
  withheld: false,
  kept_from_guests: false,
  asked_ids: authors.flatMap(({ id, asked }) => (asked ? id : [])),
})
