import { sql } from 'drizzle-orm'
import { isCountedFor } from '#server/auth/auth.repo.ts'
import type { Db } from '#server/db/database.ts'
import { erasedText } from '#server/privacy/erase-tasks.repo.ts'

/** The name of an erased person. */
export const erasedName = { name: 'Удалённый', surname: 'пользователь' }

/** Projects without another author who agreed. */
const ownProjects = (userId: number) => sql`
  select mine.project_id from project_authors mine
  where mine.user_id = ${userId} and not exists (
    select 1 from project_authors others join users on users.id = others.user_id
    where others.project_id = mine.project_id and others.user_id <> ${userId}
      and others.agreed_at is not null and users.erased_at is null)`

/**
 * Deletes the person's own projects, and removes their name from those with other authors; returns the files used
 * there.
 */
export const eraseProjects = async (tx: Db, userId: number) => {
  const { rows } = await tx.execute<{ file_id: string }>(sql`
    delete from file_uses
    where owner in ('project', 'project-cover') and owner_id in (${ownProjects(userId)})
    returning file_id`)
  await tx.execute(sql`delete from notifications where project_id in (${ownProjects(userId)})`)
  // a transaction that answers one of them locks it first, and then the project
  await tx.execute(sql`
    select 1 from project_comments where project_id in (${ownProjects(userId)}) order by id for update`)
  await tx.execute(sql`delete from projects where id in (${ownProjects(userId)})`)
  await tx.execute(sql`delete from project_authors where user_id = ${userId}`)
  return rows.map(({ file_id }) => file_id)
}

/**
 * Deletes the person's comments with the empty places that only they have answered; one that others have answered stays
 * as a place without text.
 */
const eraseComments = async (tx: Db, userId: number) => {
  const { rows } = await tx.execute<{ parent_id: number }>(sql`
    delete from project_comments where user_id = ${userId} and parent_id is not null returning parent_id`)
  const answered = sql`any(${sql.param(rows.map(({ parent_id }) => parent_id))}::int[])`
  // locked first, so that an answer that is being written is seen below
  await tx.execute(sql`
    select 1 from project_comments where user_id = ${userId} or id = ${answered} order by id for update`)
  await tx.execute(sql`
    delete from project_comments
    where (user_id = ${userId} or (id = ${answered} and text = '')) and not exists (
      select 1 from project_comments answers where answers.parent_id = project_comments.id)`)
  // a place without text that stays was removed before
  await tx.execute(sql`
    update project_comments set text = ${erasedText} where user_id = ${userId} and text <> ''`)
}

/**
 * Deletes the person's reactions to projects of others, and their questions and answers under lessons; an answered
 * comment stays as a place without text.
 */
export const eraseReactions = async (tx: Db, userId: number) => {
  await tx.execute(sql`delete from project_likes where user_id = ${userId}`)
  await tx.execute(sql`delete from task_likes where user_id = ${userId}`)
  // without its comment, a report would become one about the project
  await tx.execute(sql`
    update project_reports set resolution = 'removed', resolved_at = now()
    where resolved_at is null and comment_id in (select id from project_comments where user_id = ${userId})`)
  await eraseComments(tx, userId)
  await tx.execute(sql`update project_reports set text = '' where user_id = ${userId}`)
  // what others have answered stays for those who read it, as a place without text
  await tx.execute(sql`delete from lesson_questions where user_id = ${userId} and answer is null`)
  await tx.execute(sql`update lesson_questions set text = ${erasedText} where user_id = ${userId}`)
  await tx.execute(sql`update lesson_questions set answer = ${erasedText} where answered_by = ${userId}`)
}

/** Addresses of parents who agreed for this person and for nobody else. */
export const listParentAddresses = async (tx: Db, userId: number) => {
  const { rows } = await tx.execute<{ email: string }>(sql`
    with known as (
      select user_id as child_id, parent->>'email' as email from consents where parent is not null
      union select child_id, email from guardians where email is not null)
    select email from known where child_id = ${userId} and email <> ''
      and not exists (select 1 from known others where others.child_id <> ${userId} and others.email = known.email)`)
  return rows.map(({ email }) => email)
}

/** Keeps of the consents only which text was agreed to and when; returns the files with scans of them. */
export const eraseConsents = async (tx: Db, userId: number) => {
  await tx.execute(sql`
    update consents set address = '', parent = null, link_hash = null,
      withdrawn_address = case when withdrawn_at is null then null else '' end
    where user_id = ${userId}`)
  const { rows } = await tx.execute<{ file_id: string }>(sql`
    delete from file_uses
    where owner = 'consent' and owner_id in (select id from consents where user_id = ${userId})
    returning file_id`)
  return rows.map(({ file_id }) => file_id)
}

/** Deletes everything that belongs to the person alone, and what shows them to others. */
export const eraseTraces = async (tx: Db, user: { id: number; email: string | null; login: string | null }) => {
  const { id } = user
  await tx.execute(sql`delete from sessions where user_id = ${id} or looker_id = ${id}`)
  await tx.execute(sql`delete from known_devices where user_id = ${id}`)
  await tx.execute(sql`delete from second_factors where user_id = ${id}`)
  await tx.execute(sql`delete from passkeys where user_id = ${id}`)
  await tx.execute(sql`delete from passkey_challenges where user_id = ${id}`)
  await tx.execute(sql`delete from user_identities where user_id = ${id}`)
  await tx.execute(sql`delete from provider_sign_ins where person->>'email' = ${user.email}`)
  await tx.execute(sql`delete from recovery_codes where user_id = ${id}`)
  await tx.execute(sql`delete from program_keys where user_id = ${id}`)
  await tx.execute(sql`delete from last_visits where user_id = ${id}`)
  await tx.execute(sql`delete from password_resets where user_id = ${id}`)
  await tx.execute(sql`delete from email_confirmations where user_id = ${id}`)
  await tx.execute(sql`delete from drafts where user_id = ${id}`)
  await tx.execute(sql`delete from lesson_notes where user_id = ${id}`)
  await tx.execute(sql`delete from certificates where user_id = ${id}`)
  await tx.execute(sql`delete from calendar_links where user_id = ${id}`)
  await tx.execute(sql`delete from file_places where user_id = ${id}`)
  await tx.execute(sql`delete from saved_comments where user_id = ${id}`)
  await tx.execute(sql`delete from lesson_reads where user_id = ${id}`)
  await tx.execute(sql`delete from announcement_reads where user_id = ${id}`)
  await tx.execute(sql`delete from scorm_results where user_id = ${id}`)
  await tx.execute(sql`delete from lti_results where user_id = ${id}`)
  await tx.execute(sql`delete from lti_launches where user_id = ${id}`)
  await tx.execute(sql`delete from lti_subjects where user_id = ${id}`)
  await tx.execute(sql`delete from lti_consents where user_id = ${id}`)
  await tx.execute(sql`delete from quiz_attempts where user_id = ${id}`)
  await tx.execute(sql`delete from imports where user_id = ${id}`)
  await tx.execute(sql`delete from applications where user_id = ${id}`)
  await tx.execute(sql`delete from task_batches where user_id = ${id}`)
  await tx.execute(sql`delete from submit_keys where user_id = ${id}`)
  await tx.execute(sql`delete from course_teachers where user_id = ${id}`)
  await tx.execute(sql`delete from handovers where user_id = ${id}`)
  await tx.execute(sql`delete from cohort_leaders where user_id = ${id}`)
  await tx.execute(sql`update cohort_codes set created_by = null where created_by = ${id}`)
  await tx.execute(sql`delete from consent_requests where user_id = ${id}`)
  await tx.execute(sql`delete from registrations where user_id = ${id}`)
  await tx.execute(sql`delete from people_import_rows where user_id = ${id}`)
  await tx.execute(sql`delete from people_import_changes where user_id = ${id}`)
  await tx.execute(sql`
    update people_imports set file_name = '', columns = '{}', headings = '[]', sheets = null, new_classes = '[]'
    where user_id = ${id}`)
  await tx.execute(sql`delete from notification_settings where user_id = ${id}`)
  await tx.execute(sql`delete from push_subscriptions where user_id = ${id}`)
  // a notification contains the name of its actor, and that of a report its text
  await tx.execute(sql`
    delete from notifications where ${id} in (user_id, actor_id)
      or same_as in (select 'project-reported:' || id from project_reports where user_id = ${id})`)
  // the page of a parent who has no other child here
  for (const table of [sql`family_links`, sql`family_letters`])
    await tx.execute(sql`
      delete from ${table} as parents where exists (select 1 from guardians where child_id = ${id} and email = parents.email)
        and not exists (select 1 from guardians where child_id <> ${id} and email = parents.email)`)
  await tx.execute(sql`delete from guardians where child_id = ${id}`)
  await tx.execute(sql`delete from child_registrations where ${user.email} in (email, parent_email)`)
  await tx.execute(sql`delete from throttle_hits where ${isCountedFor(user)}`)
  await tx.execute(sql`
    delete from effects where kind <> 'account-erased' and (
      position(to_jsonb(${user.email}::text)::text in payload::text) > 0 or
      payload @> jsonb_build_object('user_id', ${id}::int)
      or (payload @> jsonb_build_object('actor_id', ${id}::int) and payload ?| array['text', 'reason']))`)
  await tx.execute(sql`
    update effects set payload = jsonb_set(payload, '{user_ids}', (
      select coalesce(jsonb_agg(listed), '[]'::jsonb) from jsonb_array_elements(payload->'user_ids') listed
      where listed <> to_jsonb(${id}::int)))
    where payload->'user_ids' @> to_jsonb(${id}::int)`)
  await tx.execute(sql`
    update tasks set lease_user_id = null, lease_since = null, lease_expires_at = null where lease_user_id = ${id}`)
  // events contain only ids, except a lease
  await tx.execute(
    sql`delete from events where event->'lease' @> jsonb_build_object('user', jsonb_build_object('id', ${id}::int))`,
  )
  await tx.execute(sql`update events set user_ids = array_remove(user_ids, ${id}) where user_ids @> array[${id}::int]`)
}

/**
 * Leaves in the person's row only what verdicts and histories refer to. Nobody can open an account under the row's new
 * address beforehand and so prevent the erasing.
 */
export const eraseUserRow = async (tx: Db, id: number, at: string) => {
  await tx.execute(sql`
    update users set
      name = ${erasedName.name}, surname = ${erasedName.surname}, patronymic = '', own_number = '', login = null,
      awaits_parent_at = null,
      email = 'erased-' || id || '-' || gen_random_uuid() || '@erased.invalid',
      about = '', occupation = '', links = '[]'::jsonb, birth_date = null, avatar = null, password_hash = null,
      email_confirmed_at = null, email_bounced_at = null, active = false, erase_at = null, erased_at = coalesce(erased_at, ${at})
    where id = ${id}`)
}

/**
 * Marks unused files, of those the person uploaded and of those whose uses have just ended, to be deleted, and clears
 * their names at once; returns them.
 */
export const markErasedFiles = async (tx: Db, userId: number, fileIds: string[]) => {
  // locked first, so that nobody begins to use one of them in the meantime
  const held = await tx.execute<{ id: string }>(sql`
    select id from files where user_id = ${userId} or id = any(${sql.param(fileIds)}::text[]) order by id for update`)
  const { rows } = await tx.execute<{ id: string }>(sql`
    update files set status = 'deleting', name = '', sha256 = null
    where id = any(${sql.param(held.rows.map(({ id }) => id))}::text[])
      and not exists (select 1 from file_uses where file_uses.file_id = files.id)
    returning id`)
  return rows.map(({ id }) => id)
}
