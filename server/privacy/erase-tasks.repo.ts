import { sql } from 'drizzle-orm'
import { verdictKey } from '#contract/reviews/verdict-draft.ts'
import type { Db } from '#server/db/database.ts'

/** Replaces text whose author is gone. */
export const erasedText = 'Текст удалён вместе с учётной записью.'

const among = (ids: number[]) => sql`any(${sql.param(ids)}::int[])`

/**
 * Tasks that nobody else wrote, or whose other authors were erased before; locked until the transaction ends, in the
 * order in which acts on many tasks lock them.
 */
export const lockOwnTasks = async (tx: Db, userId: number) => {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select tasks.id from tasks
    join task_students mine on mine.task_id = tasks.id and mine.user_id = ${userId}
    where not exists (
      select 1 from task_students others join users on users.id = others.user_id
      where others.task_id = tasks.id and others.user_id <> ${userId} and users.erased_at is null)
    order by tasks.id
    for no key update of tasks`)
  return rows.map(({ id }) => id)
}

/**
 * Erases the text of tasks: drafts, attempts, comments on them. The fact that they were handed in, verdicts and scores
 * stay; nothing waits for a review any more.
 */
export const eraseTasks = async (tx: Db, ids: number[]) => {
  await tx.execute(sql`
    update attempts set content = '', link = null, withdrawn_at = case
      when (select status from tasks where tasks.id = attempts.task_id) = 'submitted'
        and number = (select max(number) from attempts latest where latest.task_id = attempts.task_id)
      then coalesce(withdrawn_at, now()) else withdrawn_at end
    where task_id = ${among(ids)}`)
  await tx.execute(sql`
    update tasks set
      status = case status when 'submitted' then 'draft' else status end,
      draft_content = '', draft_link = null, draft_revision = draft_revision + 1,
      lease_user_id = null, lease_since = null, lease_expires_at = null,
      extension_asked = null, question_at = null
    where id = ${among(ids)}`)
  // a remark quotes the task, and its answer is by its student
  await tx.execute(sql`delete from remarks where task_id = ${among(ids)}`)
  await tx.execute(sql`
    update reviews set comment = '', criteria = coalesce((
      select jsonb_agg(result || '{"note": ""}'::jsonb order by place)
      from jsonb_array_elements(criteria) with ordinality results (result, place)), '[]'::jsonb)
    where attempt_id in (select id from attempts where task_id = ${among(ids)})`)
  await tx.execute(sql`update score_changes set reason = '' where task_id = ${among(ids)}`)
  await tx.execute(sql`delete from submit_keys where task_id = ${among(ids)}`)
}

/**
 * Erases what staff noted of the person in journals; comments that the person wrote of others stay without the name.
 */
export const eraseJournalCells = async (tx: Db, userId: number) => {
  await tx.execute(sql`delete from journal_cells where student_id = ${userId}`)
  await tx.execute(sql`delete from journal_marks where student_id = ${userId}`)
  await tx.execute(sql`delete from journal_totals where student_id = ${userId}`)
}

/** Erases from threads what the person wrote, and everything written about the tasks. */
export const eraseThreads = async (tx: Db, userId: number, taskIds: number[]) => {
  await tx.execute(sql`
    update thread_entries set text = case
      when kind in ('comment', 'note') then ${erasedText} else '' end
    where (user_id = ${userId} and kind in ('comment', 'note', 'extension-asked'))
      or (task_id = ${among(taskIds)} and kind not in ('assigned', 'taken-over'))`)
}

/**
 * Replaces a reviewer's name where a thread shows whom a task was assigned to. Entries of earlier versions have no id:
 * of two people with the same name they cannot say which one they mean.
 */
export const eraseReviewerName = async (tx: Db, id: number, fullName: string, instead: string) => {
  await tx.execute(sql`
    update thread_entries set text = ${instead}, named_id = null where named_id = ${id}
      or (named_id is null and kind in ('assigned', 'taken-over') and text = ${fullName})`)
}

/** Deletes the notifications of hand-ins that name the person as one of the authors. */
export const eraseTaskNews = async (tx: Db, userId: number) => {
  await tx.execute(sql`
    delete from notifications where same_as like 'task-submitted:%'
      and split_part(same_as, ':', 2) in (select task_id::text from task_students where user_id = ${userId})`)
}

/**
 * Ends the verdicts that others have begun on these tasks, which quote them and can no longer be given; returns the
 * files of these drafts.
 */
export const endBegunVerdicts = async (tx: Db, taskIds: number[]) => {
  const { rows: ended } = await tx.execute<{ id: number }>(sql`
    with begun as materialized (
      select id from drafts where value is not null and key = any(${sql.param(taskIds.map(verdictKey))}::text[])
      order by id for no key update)
    update drafts set value = null, revision = revision + 1, saved_at = now() from begun where drafts.id = begun.id
    returning drafts.id`)
  const { rows } = await tx.execute<{ file_id: string }>(sql`
    delete from file_uses where owner = 'draft' and owner_id = ${among(ended.map(({ id }) => id))} returning file_id`)
  return rows.map(({ file_id }) => file_id)
}

/** Ends the uses of files by the tasks, by the person's thread entries and by their drafts; returns the files. */
export const dropFilesOfTasks = async (tx: Db, userId: number, taskIds: number[]) => {
  const { rows } = await tx.execute<{ file_id: string }>(sql`
    delete from file_uses where
      (owner = 'task-draft' and owner_id = ${among(taskIds)})
      or (owner = 'attempt' and owner_id in (select id from attempts where task_id = ${among(taskIds)}))
      or (owner = 'thread-entry' and owner_id in (
        select id from thread_entries
        where task_id = ${among(taskIds)} or (user_id = ${userId} and kind in ('comment', 'note'))))
      or (owner = 'draft' and owner_id in (select id from drafts where user_id = ${userId}))
    returning file_id`)
  return rows.map(({ file_id }) => file_id)
}
