import { canSeeProjectDetails, listedVisibilities } from '#contract/projects/projects.policy.ts'
import type { Project, ProjectAuthor, ProjectCard, ProjectComment } from '#contract/projects/projects.schema.ts'
import { projectStatuses } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { curates } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { openAddress } from '#server/files/sign-text.ts'
import { isOpen, presentCover } from '#server/projects/present-cover.ts'
import { countProjectLikes, type findComment, listComments } from '#server/projects/project-reactions.repo.ts'
import {
  type FoundProject,
  findCourseOfTask,
  listAuthors,
  listCoverFiles,
  listMoreProjects,
} from '#server/projects/projects.repo.ts'
import type { ProjectCardRecord } from '#server/projects/projects.table.ts'
import { presentPerson } from '#server/users/present-person.ts'

type Author = Awaited<ReturnType<typeof listAuthors>>[number]

/**
 * The authors shown to the actor: those who agreed. Those who are asked are shown to the authors, to curators and to
 * themselves; those who asked to be erased to curators and to themselves.
 */
export const presentAuthors = (authors: Author[], actor: Actor | null): ProjectAuthor[] => {
  const seesAsked =
    curates(actor, 'projects') || authors.some(({ agreed_at, person }) => agreed_at !== null && person.id === actor?.id)
  return authors.flatMap(({ agreed_at, leaving, person }) => {
    if (leaving && person.id !== actor?.id && !curates(actor, 'projects')) return []
    if (agreed_at !== null) return presentPerson(person)
    return seesAsked || person.id === actor?.id ? { ...presentPerson(person), asked: true as const } : []
  })
}

/** Presents projects for a gallery, in the given order: the number of queries does not depend on their number. */
export const presentCards = async (
  db: Db,
  records: ProjectCardRecord[],
  actor: Actor | null,
): Promise<ProjectCard[]> => {
  const ids = records.map(({ id }) => id)
  const [authors, likes, covers] = await Promise.all([
    listAuthors(db, ids),
    countProjectLikes(db, ids, actor?.id ?? null),
    listCoverFiles(
      db,
      records.flatMap(({ cover_file_id }) => cover_file_id ?? []),
    ),
  ])
  const authorsOf = Map.groupBy(authors, ({ project_id }) => project_id)
  const likesOf = new Map(likes.map(({ project_id, count, mine }) => [project_id, { count, mine }]))
  return records.map((record) => ({
    id: record.id,
    name: record.name,
    summary: record.summary,
    cover: presentCover(record, covers),
    status: projectStatuses[record.status],
    visibility: record.visibility,
    authors: presentAuthors(authorsOf.get(record.id) ?? [], actor),
    likes: likesOf.get(record.id) ?? { count: 0, mine: false },
    published_at: record.published_at,
  }))
}

type CommentRow = NonNullable<Awaited<ReturnType<typeof findComment>>>

/** A comment under a project; of a removed one only its place, for its answers. */
export const presentComment = ({ comment, person }: Pick<CommentRow, 'comment' | 'person'>): ProjectComment => ({
  id: comment.id,
  parent_id: comment.parent_id,
  user: comment.text === '' ? null : presentPerson(person),
  text: comment.text,
  created_at: comment.created_at,
})

/** One page of the comments on a project. */
export const presentComments = async (db: Db, projectId: number, actor: Actor | null, page: number) => {
  const { rows, pages, total } = await listComments(db, projectId, actor, page)
  const comments = rows.map(({ comment, person, withheld }) =>
    presentComment({ comment: withheld ? { ...comment, text: '' } : comment, person }),
  )
  return { comments, page, pages, total }
}

/** Max number of other projects by its authors below a project. */
const maxMore = 4

/** A project with everything on its page. First check whether the actor may see it. */
export const presentProject = async (db: Db, record: FoundProject, actor: Actor | null): Promise<Project> => {
  const [more, firstPage, course, files] = await Promise.all([
    listMoreProjects(db, record, listedVisibilities(actor), maxMore),
    presentComments(db, record.id, actor, 1),
    record.task_id === null ? null : findCourseOfTask(db, record.task_id),
    loadFiles(db, [{ owner: 'project', id: record.id }]),
  ])
  const [card, ...others] = await presentCards(db, [record, ...more], actor)
  const details = canSeeProjectDetails(actor, record)
  return {
    ...(card as ProjectCard),
    content: files.text('project', record.id, record.content, isOpen(record) ? openAddress : undefined),
    tags: record.tags,
    course,
    hidden_reason: details ? record.hidden_reason : null,
    link_key: details ? record.link_key : null,
    views: record.views,
    comments: firstPage.comments,
    comment_pages: firstPage.pages,
    comment_total: firstPage.total,
    more: others,
    created_at: record.created_at,
  }
}
