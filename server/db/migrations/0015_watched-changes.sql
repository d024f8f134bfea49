-- Notifies `praktika_changes` of changes of a table: «users», or «notifications:7» where `tg_argv[0]` names the column
-- that a change is about. A statement about many of them notifies of the whole table.
create function notify_of_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('praktika_changes', tg_table_name);
  return null;
end $$;
--> statement-breakpoint
create function notify_of_changed_keys() returns trigger language plpgsql set bytea_output = 'hex' as $$
declare
  keys text[];
begin
  execute format('select array_agg(key) from (select distinct %I::text as key from changed limit 51) as found', tg_argv[0])
    into keys;
  if cardinality(keys) > 50 then
    perform pg_notify('praktika_changes', tg_table_name);
  else
    perform pg_notify('praktika_changes', tg_table_name || ':' || key) from unnest(keys) as key;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Of a table without `key`: updates count when they set one of `columns`, or any where none are given. The value of `key`
-- must not be changed by an update.
create function watch_changes(watched text, key text default null, columns text default null) returns void language plpgsql as $$
begin
  if key is not null and columns is not null then
    raise exception 'watch_changes: a table is watched by a key or by columns';
  end if;
  execute format('create trigger %I after truncate on %I for each statement execute function notify_of_change()',
    watched || '_emptied', watched);
  if key is null then
    execute format('create trigger %I after insert or delete or update %s on %I for each statement execute function notify_of_change()',
      watched || '_changed', coalesce('of ' || columns, ''), watched);
  else
    execute format('create trigger %I after insert on %I referencing new table as changed for each statement execute function notify_of_changed_keys(%L)',
      watched || '_inserted', watched, key);
    execute format('create trigger %I after update on %I referencing new table as changed for each statement execute function notify_of_changed_keys(%L)',
      watched || '_updated', watched, key);
    execute format('create trigger %I after delete on %I referencing old table as changed for each statement execute function notify_of_changed_keys(%L)',
      watched || '_deleted', watched, key);
  end if;
end $$;
--> statement-breakpoint
-- Everybody may save their own profile, again and again: only a difference counts.
create function notify_of_changed_users() returns trigger language plpgsql as $$
begin
  if exists (
    select from before join after using (id)
    where (before.name, before.surname, before.email, before.email_confirmed_at, before.role, before.avatar,
        before.active, before.erase_at, before.erased_at)
      is distinct from (after.name, after.surname, after.email, after.email_confirmed_at, after.role, after.avatar,
        after.active, after.erase_at, after.erased_at)) then
    perform pg_notify('praktika_changes', tg_table_name);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger users_updated after update on users referencing old table as before new table as after
  for each statement execute function notify_of_changed_users();
--> statement-breakpoint
create trigger users_changed after insert or delete or truncate on users
  for each statement execute function notify_of_change();
--> statement-breakpoint
select
  watch_changes('courses', columns => 'name, status, deleted_at'),
  watch_changes('lessons', columns => 'course_id, name, deleted_at'),
  watch_changes('assignments', columns => 'lesson_id'),
  watch_changes('projects', columns => 'name, deleted_at'),
  watch_changes('tasks', columns => 'assignment_id, status'),
  watch_changes('task_students'),
  watch_changes('course_leavers'),
  watch_changes('course_students', key => 'user_id'),
  watch_changes('course_teachers', key => 'user_id'),
  watch_changes('notifications', key => 'user_id'),
  watch_changes('sessions', key => 'token_hash');
