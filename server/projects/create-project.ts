import type { z } from 'zod'
import type { ProjectCreate } from '#contract/projects/projects.schema.ts'
import { textOfWork } from '#contract/projects/text-of-work.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import type { Db } from '#server/db/database.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { invalid } from '#server/http/refusal.ts'
import { findAcceptedTask, insertProject, insertProjectAuthors, updateProject } from '#server/projects/projects.repo.ts'
import { attemptOf } from '#server/tasks/task-files.ts'

/** Each tag once, however it is written; the first spelling stays. */
export const distinctTags = (tags: string[]) =>
  [...new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()].toReversed()

const textOfAttempt = async (db: Db, attempt: { id: number; content: string }) => {
  const files = await loadFiles(db, [attemptOf(attempt)])
  return textOfWork({ content: attempt.content, files: files.list('attempt', attempt.id) })
}

const acceptedTask = async (db: Db, taskId: number, actor: Actor) => {
  const task = await findAcceptedTask(db, taskId, actor.id)
  if (!task) throw invalid('task_id', 'Проект можно сделать только из своей принятой работы.')
  return { ...task, content: task.attempt ? await textOfAttempt(db, task.attempt) : '' }
}

/** Cleans and sets the text of a project with its files. */
export const setContent = async (tx: Db, actor: Actor, id: number, html: string) => {
  const content = cleanHtml(html, 'project')
  await updateProject(tx, id, { content })
  await keepFiles(tx, actor, { owner: 'project', id }, { texts: [content] })
}

/** Makes a project of the actor's: from nothing, or from an accepted work with its content and all its students. */
export const createProject = async (db: Db, actor: Actor, form: z.output<typeof ProjectCreate>) => {
  const task = form.task_id === undefined ? null : await acceptedTask(db, form.task_id, actor)
  const others = task?.student_ids.filter((id) => id !== actor.id) ?? []
  return db.transaction(async (tx) => {
    const project = await insertProject(tx, {
      name: form.name,
      summary: form.summary ?? '',
      tags: distinctTags(form.tags ?? []),
      status: form.status ?? 'draft',
      published_at: form.status === 'published' ? new Date().toISOString() : null,
      task_id: task?.id ?? null,
    })
    await insertProjectAuthors(tx, project.id, [actor.id, ...others])
    // what comes from a work was cleaned when it was handed in, by the rules of that day
    await setContent(tx, actor, project.id, form.content ?? task?.content ?? '')
    return project
  })
}
