import type { NotificationType } from '#contract/notifications/notifications.schema.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { findComment, isProjectLikedBy } from '#server/projects/project-reactions.repo.ts'
import { findProject, listStudentAuthors } from '#server/projects/projects.repo.ts'
import { sameComment } from '#server/projects/react-to-project.ts'

interface News {
  type: NotificationType
  actor_id: number
  project_id: number
  title: string
  comment?: string | null
  same_as?: string
}

/** Tells the authors who are students, but nobody of what they did themselves. */
const tellAuthors = async (db: Db, news: News) => {
  const students = await listStudentAuthors(db, news.project_id)
  await insertNotifications(
    db,
    students.filter((id) => id !== news.actor_id).map((user_id) => ({ user_id, ...news })),
  )
}

const named = (name: string) => `<b>«${escapeHtml(name)}»</b>`

/** What likes, comments and a curator's hiding of projects cause. What is gone by then causes nothing. */
export const projectEffects: Pick<EffectHandlers, 'project-liked' | 'project-commented' | 'project-hidden'> = {
  'project-liked': async (db, { project_id, actor_id }) => {
    const project = await findProject(db, project_id)
    if (!project || !(await isProjectLikedBy(db, project_id, actor_id))) return
    await tellAuthors(db, {
      type: 'project-like',
      actor_id,
      project_id,
      title: `Проект ${named(project.name)}`,
      same_as: `project-like:${project_id}:${actor_id}`,
    })
  },

  'project-commented': async (db, { comment_id }) => {
    const row = await findComment(db, comment_id)
    const project = row && (await findProject(db, row.comment.project_id))
    if (!row || !project) return
    await tellAuthors(db, {
      type: 'project-comment',
      actor_id: row.comment.user_id,
      project_id: project.id,
      title: `Комментарий к проекту ${named(project.name)}`,
      comment: row.comment.text,
      same_as: sameComment(comment_id),
    })
  },

  'project-hidden': async (db, { project_id, actor_id }) => {
    const project = await findProject(db, project_id)
    if (project?.status !== 'hidden') return
    await tellAuthors(db, {
      type: 'project-hidden',
      actor_id,
      project_id,
      title: `Проект ${named(project.name)} скрыт`,
      comment: project.hidden_reason,
    })
  },
}
