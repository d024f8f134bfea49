import { canSetProjectStatus } from '#contract/projects/projects.policy.ts'
import type { ProjectChange } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { authorize, found, invalid, Refusal } from '#server/http/refusal.ts'
import { distinctTags, setContent } from '#server/projects/create-project.ts'
import { lockProject, updateProject } from '#server/projects/projects.repo.ts'
import type { ProjectRecord } from '#server/projects/projects.table.ts'

const hide = (project: ProjectRecord, reason: string | undefined) => {
  if (project.status === 'draft') {
    throw new Refusal('wrong-state', { detail: 'Черновик и так никто не видит. Скрыть можно опубликованный проект.' })
  }
  if (!reason) throw invalid('reason', 'Напишите, почему проект скрыт: автор увидит эти слова.')
  return { status: 'hidden' as const, hidden_reason: reason }
}

/** What a new state changes in the row; the first publication is the one that counts for «new». */
const move = (project: ProjectRecord, { status, reason }: ProjectChange) => {
  if (status === undefined || status === project.status) return {}
  if (status === 'hidden') return hide(project, reason)
  const published_at = project.published_at ?? (status === 'published' ? new Date().toISOString() : null)
  return { status, published_at, hidden_reason: null }
}

/**
 * Changes a project that the actor may edit: its text, and its state as far as the policy lets the actor move it (403
 * otherwise). Hiding needs a `reason` (422) and tells the authors.
 */
export const changeProject = (
  db: Db,
  actor: Actor,
  { id, author_ids }: { id: number; author_ids: number[] },
  change: ProjectChange,
) =>
  db.transaction(async (tx) => {
    // its state may have changed since it was loaded: somebody may just have hidden it
    const project = found(await lockProject(tx, id))
    const facts = { status: project.status, author_ids }
    authorize(
      change.status === undefined || canSetProjectStatus(actor, facts, change.status),
      project.status === 'hidden'
        ? 'Проект скрыт куратором. Вернуть его может только куратор.'
        : 'Скрыть проект может только куратор.',
    )
    const { name, summary, content, tags } = change
    await updateProject(tx, id, {
      ...(name !== undefined && { name }),
      ...(summary !== undefined && { summary }),
      ...(tags !== undefined && { tags: distinctTags(tags) }),
      ...move(project, change),
    })
    if (content !== undefined) await setContent(tx, actor, id, content)
    if (change.status === 'hidden' && project.status !== 'hidden') {
      await addEffect(tx, 'project-hidden', { project_id: id, actor_id: actor.id })
    }
  })
