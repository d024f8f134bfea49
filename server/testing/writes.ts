import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/**
 * Writes down from now on in which tables rows are inserted, deleted or given other values; what a transaction takes
 * back does not count, nor does when a session was last used, nor the security log of refusals. To compare digests of
 * all tables instead took four fifths of the tests of rights.
 */
export const watchWrites = async (db: Db) => {
  await db.execute(sql`
    create schema test_watch;
    create unlogged table test_watch.writes (name text);
    create function test_watch.note() returns trigger language plpgsql as $$
    begin
      insert into test_watch.writes values (tg_table_name);
      return null;
    end $$;
    do $$
    declare name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename not in ('sessions', 'security_entries') loop
        execute format('create trigger test_watch after insert or delete on %I
          for each row execute function test_watch.note()', name);
        execute format('create trigger test_watch_update after update on %I
          for each row when (old.* is distinct from new.*) execute function test_watch.note()', name);
      end loop;
    end $$`)
  return {
    /** The tables written to since the last call. */
    written: async () => {
      const { rows } = await db.execute<{ name: string }>(sql`delete from test_watch.writes returning name`)
      return [...new Set(rows.map(({ name }) => name))]
    },
    /** Leaves the tables as they were. */
    stop: () => db.execute(sql`drop schema test_watch cascade`),
  }
}
