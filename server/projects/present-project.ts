import type { Project, ProjectCard } from '#contract/projects/projects.schema.ts'
import { projectStatuses } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { coverOf } from '#server/covers/covers.routes.ts'
import type { Db } from '#server/db/database.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { openAddress } from '#server/files/sign-text.ts'
import { countProjectLikes, type findComment, listComments } from '#server/projects/project-reactions.repo.ts'
import { findCourseOfTask, listAuthors } from '#server/projects/projects.repo.ts'
import type { ProjectRecord } from '#server/projects/projects.table.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** Projects as they stand in a gallery, in the order given: two questions for all of them. */
export const presentCards = async (
  db: Db,
  records: ProjectRecord[],
  actor: Pick<Actor, 'id'> | null,
): Promise<ProjectCard[]> => {
  const ids = records.map(({ id }) => id)
  const [authors, likes] = await Promise.all([listAuthors(db, ids), countProjectLikes(db, ids, actor?.id ?? null)])
  const authorsOf = Map.groupBy(authors, ({ project_id }) => project_id)
  const likesOf = new Map(likes.map(({ project_id, count, mine }) => [project_id, { count, mine }]))
  return records.map((record) => ({
    id: record.id,
    name: record.name,
    summary: record.summary,
    cover: coverOf('project', record.id),
    status: projectStatuses[record.status],
    authors: (authorsOf.get(record.id) ?? []).map(({ person }) => presentPerson(person)),
    likes: likesOf.get(record.id) ?? { count: 0, mine: false },
    published_at: record.published_at,
  }))
}

/** A comment as it stands under a project. */
export const presentComment = ({ comment, person }: NonNullable<Awaited<ReturnType<typeof findComment>>>) => ({
  id: comment.id,
  user: presentPerson(person),
  text: comment.text,
  created_at: comment.created_at,
})

/** A project with everything on its page. Whether the actor may see it is asked before. */
export const presentProject = async (
  db: Db,
  record: ProjectRecord,
  actor: Pick<Actor, 'id'> | null,
): Promise<Project> => {
  const [cards, comments, course, files] = await Promise.all([
    presentCards(db, [record], actor),
    listComments(db, record.id),
    record.task_id === null ? null : findCourseOfTask(db, record.task_id),
    loadFiles(db, [{ owner: 'project', id: record.id }]),
  ])
  return {
    ...(cards[0] as ProjectCard),
    content: files.text('project', record.id, record.content, record.status === 'published' ? openAddress : undefined),
    tags: record.tags,
    course,
    hidden_reason: record.hidden_reason,
    comments: comments.map(presentComment),
    created_at: record.created_at,
  }
}
