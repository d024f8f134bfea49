import { projects } from '#demo/content/projects.ts'
import type { DemoProject } from '#demo/content/types.ts'
import type { Db } from '#server/db/database.ts'
import { newLinkKey } from '#server/projects/link-key.ts'
import { listComments } from '#server/projects/project-reactions.repo.ts'
import { buildProject, buildReport } from '#server/projects/projects.factory.ts'
import { hoursAgo } from '#server/tasks/tasks.factory.ts'
import { keepDemoFiles, listOf, textOf } from './build-demo-files.ts'
import { type DemoIds, idOf } from './demo-ids.ts'

/** The first picture of a project is its cover; those without one keep the generated cover. */
const coverOf = ({ content }: DemoProject) => /<img src="\/files\/\{\{([\w-]+)\}\}"/.exec(content)?.[1]

const buildDemoProject = async (tx: Db, project: DemoProject, ids: DemoIds, taskIds: Map<string, number>) => {
  const created_at = hoursAgo(project.daysAgo * 24)
  const [author = ''] = project.authors
  const byKey = (keys: string[] = []) => keys.map((key) => idOf(ids.users, key))
  const visibility = project.visibility ?? 'public'
  const { id, content } = await buildProject(tx, {
    authors: byKey(project.authors),
    asked: byKey(project.asked),
    name: project.name,
    summary: project.summary,
    content: textOf(project.content, 'project', ids),
    cover_file_id: listOf([coverOf(project) ?? []].flat(), ids)[0] ?? null,
    tags: project.tags,
    status: project.status,
    hidden_reason: project.hiddenReason ?? null,
    visibility,
    link_key: visibility === 'link' ? newLinkKey() : null,
    views: project.views ?? project.likedBy.length * 11 + project.daysAgo,
    task_id: project.task ? idOf(taskIds, `${project.task.student}/${project.task.lesson}`) : null,
    created_at,
    published_at: project.status === 'draft' ? null : created_at,
    likedBy: byKey(project.likedBy),
    comments: project.comments.map(({ by, text, hoursAgo: age, answers }) => ({
      user_id: idOf(ids.users, by),
      text,
      created_at: hoursAgo(age),
      ...(answers !== undefined && { answers }),
    })),
  })
  ids.projects.set(project.key, id)
  await keepDemoFiles(tx, author, { owner: 'project', id }, content, ids)
  for (const { by, hoursAgo: age, reason, text = '', comment } of project.reports ?? []) {
    const rows = comment === undefined ? [] : (await listComments(tx, id, null, 1)).rows
    // indexes count in the order of writing
    const comments = rows.toSorted((a, b) => a.comment.id - b.comment.id)
    await buildReport(tx, {
      project_id: id,
      user_id: idOf(ids.users, by),
      comment_id: comments[comment ?? 0]?.comment.id ?? null,
      reason,
      text,
      created_at: hoursAgo(age),
    })
  }
}

/** The school's projects, oldest first, so that newer ones have higher ids. */
export const buildDemoProjects = async (tx: Db, ids: DemoIds, taskIds: Map<string, number>) => {
  for (const project of projects.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    await buildDemoProject(tx, project, ids, taskIds)
  }
}
