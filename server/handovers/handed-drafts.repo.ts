import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** A verdict that somebody has begun, on its way to another person. */
export interface PassingDraft {
  task_id: number
  from: number
  to: number
}

/** The tasks on which a person has begun a verdict, with their reviewers. */
export const listBegunVerdicts = async (tx: Db, userId: number) => {
  const { rows } = await tx.execute<{ task_id: number; reviewer_id: number | null }>(sql`
    select tasks.id as task_id, tasks.reviewer_id from drafts
    join tasks on 'review:' || tasks.id = drafts.key and tasks.status = 'submitted'
    where drafts.user_id = ${userId} and drafts.key like 'review:%' and drafts.value is not null`)
  return rows
}

/**
 * Moves begun verdicts with their files to other people, and returns those that were moved. One whose receiver has
 * begun a verdict of their own stays where it is: nothing that was typed is replaced.
 */
export const moveVerdicts = async (tx: Db, drafts: PassingDraft[]) => {
  if (drafts.length === 0) return []
  const list = JSON.stringify(drafts)
  const { rows } = await tx.execute<PassingDraft & Record<string, unknown>>(sql`
    with wanted as (
      select 'review:' || task_id as key, task_id, "from", "to"
      from jsonb_to_recordset(${list}::jsonb) as wanted (task_id int, "from" int, "to" int)),
    source as materialized (
      select drafts.id, drafts.value, drafts.saved_at, wanted.* from drafts
      join wanted on wanted.key = drafts.key and wanted."from" = drafts.user_id
      where drafts.value is not null
      order by drafts.id
      for no key update of drafts),
    target as (
      insert into drafts (user_id, key, value, revision, saved_at)
      select "to", key, value, 1, saved_at from source
      on conflict (user_id, key) do update
        set value = excluded.value, saved_at = excluded.saved_at, revision = drafts.revision + 1
        where drafts.value is null
      returning id, user_id, key),
    moved as (
      select source.id, target.id as target_id, source.task_id, source."from", source."to"
      from source join target on target.key = source.key and target.user_id = source."to"),
    ended as (
      update drafts set value = null, revision = drafts.revision + 1, saved_at = now()
      from moved where moved.id = drafts.id),
    files as (
      update file_uses set owner_id = moved.target_id from moved
      where file_uses.owner = 'draft' and file_uses.owner_id = moved.id)
    select task_id, "from", "to" from moved`)
  return rows
}
