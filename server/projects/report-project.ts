import { hourMs } from '#contract/durations.ts'
import { canReportProject } from '#contract/projects/projects.policy.ts'
import type { ProjectReport, ReportDecision, ReportInput } from '#contract/projects/projects.schema.ts'
import { projectStatuses } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { countWithin } from '#server/auth/throttle.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { authorize, found, invalid, Refusal } from '#server/http/refusal.ts'
import { changeProject } from '#server/projects/change-project.ts'
import { presentAuthors } from '#server/projects/present-project.ts'
import { findComment, lockComment } from '#server/projects/project-reactions.repo.ts'
import {
  findReport,
  hasAppealed,
  hasReported,
  insertReport,
  listReports,
  lockReports,
  type ReportRow,
  resolveReportsOf,
} from '#server/projects/project-reports.repo.ts'
import { type FoundProject, findProject, holdProject, listAuthors } from '#server/projects/projects.repo.ts'
import { removeComment } from '#server/projects/react-to-project.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** Max reports of one person within an hour. */
const reportLimit = { count: 20, window: hourMs }

/** The comment to report: somebody else's, of this project, which still has its text. */
const reportedComment = async (db: Db, actor: Actor, project: FoundProject, id: number) => {
  const row = await findComment(db, id)
  if (row?.comment.project_id !== project.id || row.comment.text === '') {
    throw invalid('comment_id', 'Этого комментария больше нет.')
  }
  authorize(row.comment.user_id !== actor.id, 'Свой комментарий можно просто удалить.')
}

/**
 * Reports a project or a comment, once per person and subject (409); an author asks to restore a hidden project. 429
 * after too many reports.
 */
export const reportProject = async (
  db: Db,
  actor: Actor,
  project: FoundProject,
  { comment_id = null, reason, text = '' }: { comment_id?: number | null } & Omit<ReportInput, 'comment_id'>,
) => {
  const appeal = comment_id === null && project.author_ids.includes(actor.id)
  if (comment_id !== null) await reportedComment(db, actor, project, comment_id)
  else authorize(canReportProject(actor, project), 'На свой проект пожаловаться нельзя.')
  if (reason === 'other' && text === '') throw invalid('text', 'Напишите, что не так: куратор прочитает эти слова.')
  await db.transaction(async (tx) => {
    await countWithin(tx, [{ key: `report:account:${actor.id}`, limit: reportLimit }])
    await lockReports(tx, project.id, actor.id)
    if (comment_id !== null) found(await lockComment(tx, comment_id))
    found(await holdProject(tx, project.id))
    const thing = { project_id: project.id, comment_id }
    const known = appeal ? hasAppealed(tx, actor.id, project.id) : hasReported(tx, actor.id, thing)
    if (await known) {
      const detail = appeal
        ? 'Вы уже написали кураторам. Дождитесь ответа.'
        : 'Вы уже пожаловались. Кураторы посмотрят.'
      throw new Refusal('wrong-state', { detail })
    }
    const report_id = await insertReport(tx, { ...thing, user_id: actor.id, reason, text })
    await addEffect(tx, 'staff-notified', { about: 'report', report_id })
  })
}

type Authors = Awaited<ReturnType<typeof listAuthors>>

const presentReport = (actor: Actor, row: ReportRow, allAuthors: Authors): ProjectReport => {
  const { report, project, comment, writer, user, resolver } = row
  const authors = allAuthors.filter(({ project_id }) => project_id === project.id)
  return {
    id: report.id,
    project: { ...project, status: projectStatuses[project.status], authors: presentAuthors(authors, actor) },
    comment: comment && writer && { ...comment, user: presentPerson(writer) },
    user: presentPerson(user),
    // a removed comment can no longer be referenced, but the report was about one
    appeal:
      comment === null &&
      report.resolution !== 'removed' &&
      authors.some(({ agreed_at, person }) => agreed_at !== null && person.id === user.id),
    reason: report.reason,
    text: report.text,
    created_at: report.created_at,
    resolution: report.resolution,
    resolved_at: report.resolved_at,
    resolved_by: resolver && presentPerson(resolver),
  }
}

const presentReports = async (db: Db, actor: Actor, rows: ReportRow[]) => {
  const authors = await listAuthors(db, [...new Set(rows.map(({ project }) => project.id))])
  return rows.map((row) => presentReport(actor, row, authors))
}

/** One page of the curators' queue. */
export const loadReports = async (db: Db, actor: Actor, state: 'open' | 'done', page: number) => {
  const { rows, total } = await listReports(db, state, page)
  return { reports: await presentReports(db, actor, rows), total }
}

/** Decides a report, and with it every other about the same subject; 409 when it was decided before. */
export const resolveReport = async (
  db: Db,
  actor: Actor,
  id: number,
  { resolution, reason }: ReportDecision,
  config: Pick<Config, 'publishPerDay'>,
) => {
  const { report, comment, project } = found(await findReport(db, id))
  if (report.resolved_at !== null) throw new Refusal('wrong-state', { detail: 'Эту жалобу уже разобрали.' })
  const facts = found(await findProject(db, project.id))
  if (resolution === 'removed') {
    if (!comment) throw invalid('resolution', 'Удалить можно только комментарий. Проект можно скрыть.')
    await removeComment(db, actor, facts, comment.id, reason)
  } else {
    await db.transaction(async (tx) => {
      if (resolution === 'hidden')
        await changeProject(tx, actor, facts, { status: 'hidden', ...(reason && { reason }) }, config)
      await resolveReportsOf(tx, actor, report, resolution)
    })
  }
  const [shown] = await presentReports(db, actor, [found(await findReport(db, id))])
  return shown as ProjectReport
}
