import type { z } from 'zod'
import type { ProjectCreate } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'
import { findAcceptedTask, insertProject, insertProjectAuthors } from '#server/projects/projects.repo.ts'

/** Each tag once, however it is written; the first spelling stays. */
export const distinctTags = (tags: string[]) =>
  [...new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()].toReversed()

const acceptedTask = async (db: Db, taskId: number, actor: Actor) => {
  const task = await findAcceptedTask(db, taskId, actor.id)
  if (!task) throw invalid('task_id', 'Проект можно сделать только из своей принятой работы.')
  return task
}

/** Makes a project of the actor's: from nothing, or from an accepted work with its content and all its students. */
export const createProject = async (db: Db, actor: Actor, form: z.output<typeof ProjectCreate>) => {
  const task = form.task_id === undefined ? null : await acceptedTask(db, form.task_id, actor)
  const others = task?.student_ids.filter((id) => id !== actor.id) ?? []
  return db.transaction(async (tx) => {
    const project = await insertProject(tx, {
      name: form.name,
      summary: form.summary ?? '',
      // what comes from a work was cleaned when it was handed in, by the rules of that day
      content: cleanHtml(form.content ?? task?.content ?? ''),
      tags: distinctTags(form.tags ?? []),
      status: form.status ?? 'draft',
      published_at: form.status === 'published' ? new Date().toISOString() : null,
      task_id: task?.id ?? null,
    })
    await insertProjectAuthors(tx, project.id, [actor.id, ...others])
    return project
  })
}
