import { canSetProjectStatus } from '#contract/projects/projects.policy.ts'
import type { ProjectChange, ProjectVisibility } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Config } from '#server/config.ts'
import { holdPublicationStanding } from '#server/consents/consents.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { authorize, found, invalid, Refusal } from '#server/http/refusal.ts'
import { distinctTags, setContent } from '#server/projects/create-project.ts'
import { newLinkKey } from '#server/projects/link-key.ts'
import { closeAppeals, resolveReportsOf } from '#server/projects/project-reports.repo.ts'
import { type FoundProject, findProject, lockProject, updateProject } from '#server/projects/projects.repo.ts'
import type { ProjectRecord } from '#server/projects/projects.table.ts'
import { takePublishQuota } from '#server/projects/publish-quota.ts'
import { setCover } from '#server/projects/set-cover.ts'
import { findObstacle } from '#server/projects/show-project.ts'

const hide = (project: ProjectRecord, reason: string | undefined) => {
  if (project.status === 'draft') {
    throw new Refusal('wrong-state', { detail: 'Черновик и так никто не видит. Скрыть можно опубликованный проект.' })
  }
  if (!reason) throw invalid('reason', 'Напишите, почему проект скрыт: автор увидит эти слова.')
  return { status: 'hidden' as const, hidden_reason: reason }
}

/** The changes of a row for a new state; the first publication sets the date. */
const move = (project: ProjectRecord, { status, reason }: ProjectChange) => {
  if (status === undefined || status === project.status) return {}
  if (status === 'hidden') return hide(project, reason)
  const published_at = project.published_at ?? (status === 'published' ? new Date().toISOString() : null)
  return { status, published_at, hidden_reason: null }
}

const auditStatus = (
  tx: Db,
  actor: Actor,
  kind: 'project-hidden' | 'project-shown',
  { id, status }: ProjectRecord,
  to: ProjectRecord['status'],
) => addAuditEntry(tx, { actor, kind, object: { kind: 'project', id }, before: { status }, after: { status: to } })

/** A project seen by link has a key; a new key invalidates the old address. */
const keyFor = (
  project: ProjectRecord,
  {
    visibility = project.visibility,
    new_key,
  }: { visibility?: ProjectVisibility | undefined; new_key?: true | undefined },
) => (visibility === 'link' && (new_key || project.link_key === null) ? { link_key: newLinkKey() } : {})

/**
 * Who sees the project after the change; undefined: as before. What must not be shown outside the school yet is refused
 * where that is requested (422), and shown to the school where it is only published. A project that is already shown is
 * not checked, nor is an adult's draft, which nobody sees.
 */
const visibilityAfter = async (
  tx: Db,
  actor: Actor,
  { project, author_ids, change }: { project: ProjectRecord; author_ids: number[]; change: ProjectChange },
) => {
  const asked = change.visibility ?? project.visibility
  const published = (change.status ?? project.status) === 'published'
  const widened = asked !== project.visibility
  if (!widened && !(published && project.status !== 'published')) return change.visibility
  const obstacle = await findObstacle(tx, actor, author_ids, asked)
  if (!obstacle) return change.visibility
  if (change.visibility === undefined) return 'school'
  if (!published && obstacle.code !== 'invalid') return change.visibility
  throw obstacle
}

/**
 * Locks a project whose authors' consents stay as they are until the transaction ends, where it may be shown to more
 * people; returns it with the authors of this moment.
 */
const holdForChange = async (tx: Db, known: Pick<FoundProject, 'id' | 'author_ids'>, change: ProjectChange) => {
  const mayShow = change.visibility !== undefined || change.status === 'published'
  if (mayShow) await holdPublicationStanding(tx, known.author_ids)
  found(await lockProject(tx, known.id))
  const project = found(await findProject(tx, known.id))
  const joined = project.author_ids.filter((id) => !known.author_ids.includes(id))
  if (mayShow && joined.length > 0) await holdPublicationStanding(tx, joined)
  return project
}

/**
 * Changes a project that the actor may edit: its text, and its state as far as the policy lets the actor move it (403
 * otherwise). Hiding needs a `reason` (422) and notifies the authors; publishing too much in a day is refused (429).
 */
export const changeProject = (
  db: Db,
  actor: Actor,
  known: Pick<FoundProject, 'id' | 'author_ids'>,
  change: ProjectChange,
  { publishPerDay }: Pick<Config, 'publishPerDay'>,
) =>
  db.transaction(async (tx) => {
    // it may have changed since it was loaded: somebody may just have hidden it, or agreed to be named
    const project = await holdForChange(tx, known, change)
    const { id, author_ids } = project
    authorize(
      change.status === undefined || canSetProjectStatus(actor, project, change.status),
      project.status === 'hidden'
        ? 'Проект скрыт куратором. Вернуть его может только куратор.'
        : 'Скрыть проект может только куратор.',
    )
    // restoring a hidden project is no publication
    if (change.status === 'published' && project.status === 'draft') {
      await takePublishQuota(tx, actor.id, publishPerDay)
    }
    const { name, summary, content, tags } = change
    const visibility = await visibilityAfter(tx, actor, { project, author_ids, change })
    await updateProject(tx, id, {
      ...(name !== undefined && { name }),
      ...(summary !== undefined && { summary }),
      ...(tags !== undefined && { tags: distinctTags(tags) }),
      ...(visibility !== undefined && { visibility }),
      ...keyFor(project, { ...change, visibility }),
      ...move(project, change),
    })
    if (content !== undefined) await setContent(tx, actor, id, content)
    if (change.cover_file_id !== undefined) await setCover(tx, actor, id, change.cover_file_id)
    if (project.status === 'hidden' && change.status !== undefined && change.status !== 'hidden') {
      await closeAppeals(tx, actor, id)
      await auditStatus(tx, actor, 'project-shown', project, change.status)
    }
    if (change.status === 'hidden' && project.status !== 'hidden') {
      await resolveReportsOf(tx, actor, { project_id: id, comment_id: null }, 'hidden')
      await addEffect(tx, 'project-hidden', { project_id: id, actor_id: actor.id })
      await auditStatus(tx, actor, 'project-hidden', project, change.status)
    }
  })
