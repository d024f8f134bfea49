import type { z } from 'zod'
import type { ProjectCreate } from '#contract/projects/projects.schema.ts'
import { textOfTask } from '#contract/projects/text-of-task.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Config } from '#server/config.ts'
import { holdPublicationStanding } from '#server/consents/consents.repo.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import type { Db } from '#server/db/database.ts'
import { searchable } from '#server/db/spelled.ts'
import { addEffects } from '#server/effects/effects.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { newLinkKey } from '#server/projects/link-key.ts'
import {
  findAcceptedTask,
  findProjectOfTask,
  insertProject,
  insertProjectAuthors,
  updateProject,
} from '#server/projects/projects.repo.ts'
import { takePublishQuota } from '#server/projects/publish-quota.ts'
import { setCover } from '#server/projects/set-cover.ts'
import { findObstacle } from '#server/projects/show-project.ts'
import { lockTasks } from '#server/reviews/reviewers.repo.ts'
import { attemptOf } from '#server/tasks/task-files.ts'

/** Removes repeated tags, ignoring case and the dots of «ё»; the first spelling stays. */
export const distinctTags = (tags: string[]) =>
  [...new Map(tags.toReversed().map((tag) => [searchable(tag), tag])).values()].toReversed()

const textOfAttempt = async (db: Db, attempt: { id: number; content: string; link: string | null }) => {
  const files = await loadFiles(db, [attemptOf(attempt)])
  return textOfTask({ ...attempt, files: files.list('attempt', attempt.id) })
}

/**
 * The task is locked until the project exists: undoing its verdict happens before, or finds the project, and so does a
 * second tab. `once`: 409 when the actor has made one of it.
 */
const acceptedTask = async (tx: Db, taskId: number, actor: Actor, once: boolean) => {
  await lockTasks(tx, [taskId])
  const task = await findAcceptedTask(tx, taskId, actor.id)
  if (!task) throw invalid('task_id', 'Проект можно сделать только из своей принятой работы.')
  const made = once && (await findProjectOfTask(tx, taskId, actor.id))
  // somebody who is only asked to be named in another's project may make one of their own
  if (made && !made.asked)
    throw new Refusal('wrong-state', {
      detail: `Из этой работы уже сделан ваш проект «${made.name}». Откройте его, чтобы изменить.`,
    })
  return { ...task, content: task.attempt ? await textOfAttempt(tx, task.attempt) : '' }
}

/** Cleans and sets the text of a project with its files. */
export const setContent = async (tx: Db, actor: Actor, id: number, html: string) => {
  const content = cleanHtml(html, 'project')
  await updateProject(tx, id, { content })
  await keepFiles(tx, actor, { owner: 'project', id }, { texts: [content] })
}

/**
 * Who sees the project: everybody by default. What must not be shown outside the school yet is for the school where no
 * visibility was requested, and refused where one was (422); nobody sees an adult's draft.
 */
const visibilityFor = async (tx: Db, actor: Actor, { visibility, status }: z.output<typeof ProjectCreate>) => {
  await holdPublicationStanding(tx, [actor.id])
  const obstacle = await findObstacle(tx, actor, [actor.id], visibility ?? 'public')
  if (!obstacle) return visibility ?? 'public'
  if (status !== 'published' && obstacle.code !== 'invalid') return visibility ?? 'public'
  if (visibility === undefined) return 'school'
  throw obstacle
}

/**
 * Creates a project of the actor: empty, or from an accepted task with its content. The other authors of the task are
 * asked to be named.
 */
export const createProject = (
  db: Db,
  actor: Actor,
  form: z.output<typeof ProjectCreate>,
  { publishPerDay }: Pick<Config, 'publishPerDay'>,
) =>
  db.transaction(async (tx) => {
    if (form.status === 'published') await takePublishQuota(tx, actor.id, publishPerDay)
    const task = form.task_id === undefined ? null : await acceptedTask(tx, form.task_id, actor, form.once === true)
    const others = task?.student_ids.filter((id) => id !== actor.id) ?? []
    const at = new Date().toISOString()
    const project = await insertProject(tx, {
      name: form.name,
      summary: form.summary ?? '',
      tags: distinctTags(form.tags ?? []),
      status: form.status ?? 'draft',
      visibility: await visibilityFor(tx, actor, form),
      link_key: form.visibility === 'link' ? newLinkKey() : null,
      published_at: form.status === 'published' ? at : null,
      task_id: task?.id ?? null,
      // not the start of the transaction, which may have waited for the verdict
      created_at: at,
    })
    await insertProjectAuthors(tx, project.id, [actor.id, ...others], at)
    await addEffects(
      tx,
      'project-author-asked',
      others.map((user_id) => ({ project_id: project.id, user_id, actor_id: actor.id })),
    )
    // the text of a task was cleaned when it was handed in, by the rules of that day
    await setContent(tx, actor, project.id, form.content ?? task?.content ?? '')
    if (form.cover_file_id) await setCover(tx, actor, project.id, form.cover_file_id)
    return project
  })
