import { sql } from 'drizzle-orm'
import { hasSecondFactor } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import { letterKinds } from '#server/effects/effect-kinds.ts'

/** How much of a queue waits. */
export interface QueueCounts {
  /** Due, and not tried yet. */
  waiting: number
  /** Failed at least once, and is tried again. */
  failing: number
  set_aside: number
}

interface SiteCounts extends Record<string, unknown> {
  letters: QueueCounts
  effects: QueueCounts
  /** Letters of a digest, and consequences of what is to happen later. */
  later: number
  /** In bytes. */
  database_size: number
  /** How many processes of the site listen to the database. */
  listening: number
  staff: number
  curators: number
  staff_with_code: number
  curators_with_code: number
  /** The moment that the latest migration was made at, in milliseconds since 1970. */
  migrated_to: number
}

const counts = sql`jsonb_build_object(
  'waiting', count(*) filter (where not aside and attempts = 0 and at <= now()),
  'failing', count(*) filter (where not aside and attempts > 0),
  'set_aside', count(*) filter (where aside))`

/** Everything about the site that the database knows, in one query. */
export const findSiteCounts = async (db: Db) => {
  const { rows } = await db.execute<SiteCounts>(sql`
    with queued as (
      select kind = any(${sql.param(letterKinds)}::text[]) as is_letter, attempts, visible_at as at, set_aside_at is not null as aside
      from effects
      union all
      select channel = 'letter', attempts, due_at, set_aside_at is not null from notification_deliveries
    ), staff as (
      select role = 'curator' as is_curator, ${hasSecondFactor} as has_code
      from users where role in ('teacher', 'curator') and active and erased_at is null
    )
    select
      (select ${counts} from queued where is_letter) as letters,
      (select ${counts} from queued where not is_letter) as effects,
      (select count(*)::int from queued where not aside and attempts = 0 and at > now()) as later,
      pg_database_size(current_database())::float as database_size,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = 'praktika: changes') as listening,
      (select count(*)::int from staff) as staff,
      (select count(*)::int from staff where is_curator) as curators,
      (select count(*)::int from staff where has_code) as staff_with_code,
      (select count(*)::int from staff where has_code and is_curator) as curators_with_code,
      (select coalesce(max(created_at), 0)::float from drizzle.__drizzle_migrations) as migrated_to`)
  return rows[0] as SiteCounts
}
