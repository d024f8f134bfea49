import { placeOfProjectComment } from '#contract/projects/project-places.ts'
import { canSeeProject } from '#contract/projects/projects.policy.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { insertNotifications, type News } from '#server/notifications/notifications.repo.ts'
import { sameAsking } from '#server/projects/name-coauthors.ts'
import { findComment, isProjectLikedBy } from '#server/projects/project-reactions.repo.ts'
import { findProject, listStudentsAmong } from '#server/projects/projects.repo.ts'
import { sameComment } from '#server/projects/react-to-project.ts'
import { findUser } from '#server/users/users.repo.ts'

/** Notifies those of the people who are students, except the actor. */
const notify = async (db: Db, userIds: number[], news: News) => {
  const students = await listStudentsAmong(db, userIds)
  const others = students.filter((id) => id !== news.actor_id)
  await insertNotifications(db, others, news)
}

/** Whether somebody has asked to be erased: others see neither their name nor their text, here as on the pages. */
const isLeaving = async (db: Db, userId: number) => {
  const user = await findUser(db, userId)
  return user !== null && user.erase_at !== null
}

const named = (name: string) => `<b>«${escapeHtml(name)}»</b>`

/** Notifications about likes, comments, co-authors and hiding of projects. Skips what is gone by then. */
export const projectEffects: Pick<
  EffectHandlers,
  | 'project-liked'
  | 'project-commented'
  | 'project-comment-removed'
  | 'project-hidden'
  | 'project-author-asked'
  | 'project-author-agreed'
> = {
  'project-liked': async (db, { project_id, actor_id }) => {
    const project = await findProject(db, project_id)
    if (!project || !(await isProjectLikedBy(db, project_id, actor_id)) || (await isLeaving(db, actor_id))) return
    await notify(db, project.author_ids, {
      type: 'project-like',
      actor_id,
      project_id,
      title: `Проект ${named(project.name)}`,
      same_as: `project-like:${project_id}:${actor_id}`,
    })
  },

  'project-commented': async (db, { comment_id, answered_id }) => {
    const row = await findComment(db, comment_id)
    const project = row && (await findProject(db, row.comment.project_id))
    if (!row || !project || row.comment.text === '' || (await isLeaving(db, row.person.id))) return
    const news = {
      actor_id: row.comment.user_id,
      project_id: project.id,
      comment: row.comment.text,
      place: placeOfProjectComment(comment_id),
      same_as: sameComment(comment_id),
      type: 'project-comment',
    } as const
    const answered = answered_id === undefined ? null : await findComment(db, answered_id)
    // the writer of the answered comment gets only this one: the second says the same
    // somebody who came by a link that was changed since may no longer read the project
    if (answered && canSeeProject(answered.person, project, answered.comment.link_key ?? undefined)) {
      await notify(db, [answered.person.id], {
        ...news,
        project_key: answered.comment.link_key,
        title: `Ответ на ваш комментарий к проекту ${named(project.name)}`,
      })
    }
    await notify(db, project.author_ids, { ...news, title: `Комментарий к проекту ${named(project.name)}` })
  },

  'project-comment-removed': async (db, { user_id, project_id, actor_id, key, reason }) => {
    const project = await findProject(db, project_id)
    if (!project) return
    await notify(db, [user_id], {
      type: 'project-comment-removed',
      actor_id,
      project_id,
      project_key: key,
      title: `Ваш комментарий к проекту ${named(project.name)} удалён`,
      comment: reason || null,
    })
  },

  'project-hidden': async (db, { project_id, actor_id }) => {
    const project = await findProject(db, project_id)
    if (project?.status !== 'hidden') return
    await notify(db, project.author_ids, {
      type: 'project-hidden',
      actor_id,
      project_id,
      title: `Проект ${named(project.name)} скрыт`,
      comment: project.hidden_reason,
    })
  },

  'project-author-asked': async (db, { project_id, user_id, actor_id }) => {
    const project = await findProject(db, project_id)
    if (!project?.asked_ids.includes(user_id)) return
    await notify(db, [user_id], {
      type: 'project-author-asked',
      actor_id,
      project_id,
      title: `Вас назвали соавтором проекта ${named(project.name)}. Имя появится, если вы согласитесь`,
      same_as: sameAsking(project_id),
    })
  },

  'project-author-agreed': async (db, { project_id, user_id }) => {
    const project = await findProject(db, project_id)
    if (!project?.author_ids.includes(user_id)) return
    await notify(db, project.author_ids, {
      type: 'project-author-agreed',
      actor_id: user_id,
      project_id,
      title: `Теперь у проекта ${named(project.name)} есть соавтор`,
      same_as: `project-author-agreed:${project_id}:${user_id}`,
    })
  },
}
