CREATE INDEX "lessons_opening" ON "lessons" USING btree ("publish_at") WHERE publish_at is not null;--> statement-breakpoint
-- More of what `praktika_changes` carries: «in_course:7», something inside a course (its members, lessons, tasks, scores),
-- and «in_tasks_of:7», something in the tasks of one student, with the drafts and comments that no list shows.

-- Notifies of keys of a thing; of the thing as a whole when there are more than 50.
create function notify_of_keys(thing text, keys text[]) returns void language plpgsql as $$
begin
  if cardinality(keys) > 50 then
    perform pg_notify('praktika_changes', thing);
  else
    perform pg_notify('praktika_changes', thing || ':' || key) from unnest(keys) as key where key is not null;
  end if;
end $$;
--> statement-breakpoint
create function notify_of_thing() returns trigger language plpgsql as $$
begin
  perform pg_notify('praktika_changes', tg_argv[0]);
  return null;
end $$;
--> statement-breakpoint
-- Notifies of `thing` with the keys that `keys_query` finds for the rows of `changed`. Not of updates where `on_update` is false.
create function watch_things(watched text, thing text, keys_query text, on_update boolean default true) returns void language plpgsql as $$
declare
  name text := watched || '_' || thing;
begin
  execute format('create function %I() returns trigger language plpgsql as $f$ begin
    perform notify_of_keys(%L, array(select distinct found.key::text from (%s) as found(key) limit 51));
    return null;
  end $f$', 'notify_of_' || name, thing, keys_query);
  execute format('create trigger %I after insert on %I referencing new table as changed for each statement execute function %I()',
    name || '_inserted', watched, 'notify_of_' || name);
  execute format('create trigger %I after delete on %I referencing old table as changed for each statement execute function %I()',
    name || '_deleted', watched, 'notify_of_' || name);
  if on_update then
    execute format('create trigger %I after update on %I referencing new table as changed for each statement execute function %I()',
      name || '_updated', watched, 'notify_of_' || name);
  end if;
  execute format('create trigger %I after truncate on %I for each statement execute function notify_of_thing(%L)',
    name || '_emptied', watched, thing);
end $$;
--> statement-breakpoint
select
  watch_things('courses', 'in_course', 'select id from changed'),
  watch_things('sections', 'in_course', 'select course_id from changed'),
  watch_things('lessons', 'in_course', 'select course_id from changed'),
  watch_things('course_students', 'in_course', 'select course_id from changed'),
  watch_things('course_teachers', 'in_course', 'select course_id from changed'),
  watch_things('course_leavers', 'in_course', 'select course_id from changed'),
  watch_things('reviews', 'in_course', 'select course_id from changed'),
  watch_things('assignments', 'in_course',
    'select lessons.course_id from changed join lessons on lessons.id = changed.lesson_id'),
  watch_things('tasks', 'in_course',
    'select lessons.course_id from changed join assignments on assignments.id = changed.assignment_id
      join lessons on lessons.id = assignments.lesson_id', on_update => false),
  watch_things('task_students', 'in_course',
    'select lessons.course_id from changed join assignments on assignments.id = changed.assignment_id
      join lessons on lessons.id = assignments.lesson_id'),
  watch_things('attempts', 'in_course',
    'select lessons.course_id from changed join tasks on tasks.id = changed.task_id
      join assignments on assignments.id = tasks.assignment_id join lessons on lessons.id = assignments.lesson_id'),
  watch_things('score_changes', 'in_course',
    'select lessons.course_id from changed join tasks on tasks.id = changed.task_id
      join assignments on assignments.id = tasks.assignment_id join lessons on lessons.id = assignments.lesson_id'),
  watch_things('tasks', 'in_tasks_of',
    'select task_students.user_id from changed join task_students on task_students.task_id = changed.id'),
  watch_things('task_students', 'in_tasks_of', 'select user_id from changed'),
  watch_things('attempts', 'in_tasks_of',
    'select task_students.user_id from changed join task_students on task_students.task_id = changed.task_id'),
  watch_things('thread_entries', 'in_tasks_of',
    'select task_students.user_id from changed join task_students on task_students.task_id = changed.task_id'),
  watch_things('task_likes', 'in_tasks_of',
    'select task_students.user_id from changed join task_students on task_students.task_id = changed.task_id'),
  watch_things('remarks', 'in_tasks_of',
    'select task_students.user_id from changed join task_students on task_students.task_id = changed.task_id'),
  watch_things('reviews', 'in_tasks_of',
    'select task_students.user_id from changed join attempts on attempts.id = changed.attempt_id
      join task_students on task_students.task_id = attempts.task_id'),
  watch_things('review_remarks', 'in_tasks_of',
    'select task_students.user_id from changed join remarks on remarks.id = changed.remark_id
      join task_students on task_students.task_id = remarks.task_id');
--> statement-breakpoint
-- A student who types saves the draft every few seconds: only their own answers have it.
create function notify_of_updated_tasks() returns trigger language plpgsql as $$
begin
  perform notify_of_keys('in_course', array(
    select distinct lessons.course_id::text
    from before join after using (id)
    join assignments on assignments.id = after.assignment_id join lessons on lessons.id = assignments.lesson_id
    where (before.status, before.score, before.attempt, before.submitted_at, before.review_revision, before.lease_user_id,
        before.lease_since, before.lease_expires_at, before.reviewer_id, before.extended_until, before.extension_asked,
        before.question_at)
      is distinct from (after.status, after.score, after.attempt, after.submitted_at, after.review_revision,
        after.lease_user_id, after.lease_since, after.lease_expires_at, after.reviewer_id, after.extended_until,
        after.extension_asked, after.question_at)
    limit 51));
  return null;
end $$;
--> statement-breakpoint
create trigger tasks_in_course_updated after update on tasks referencing old table as before new table as after
  for each statement execute function notify_of_updated_tasks();
--> statement-breakpoint
-- What uses files: the course of its texts, the students of a task, or any project («file_uses:project»).
create function notify_of_file_uses() returns trigger language plpgsql as $$
begin
  perform notify_of_keys('in_course', array(
    select distinct coalesce(lessons.course_id, changed.owner_id)::text
    from changed
    left join assignments on changed.owner = 'assignment' and assignments.id = changed.owner_id
    left join lessons on changed.owner in ('lesson', 'assignment')
      and lessons.id = coalesce(assignments.lesson_id, changed.owner_id)
    where changed.owner in ('course', 'announcement')
      or changed.owner in ('lesson', 'assignment') and lessons.id is not null
    limit 51));
  perform notify_of_keys('in_tasks_of', array(
    select distinct task_students.user_id::text
    from changed
    left join attempts on changed.owner = 'attempt' and attempts.id = changed.owner_id
    left join thread_entries on changed.owner = 'thread-entry' and thread_entries.id = changed.owner_id
    join task_students on task_students.task_id = case changed.owner
      when 'task-draft' then changed.owner_id when 'attempt' then attempts.task_id
      when 'thread-entry' then thread_entries.task_id end
    limit 51));
  perform pg_notify('praktika_changes', 'file_uses:' || owner)
  from (select distinct owner from changed where owner = 'project') as owners;
  return null;
end $$;
--> statement-breakpoint
create trigger file_uses_inserted after insert on file_uses referencing new table as changed
  for each statement execute function notify_of_file_uses();
--> statement-breakpoint
create trigger file_uses_updated after update on file_uses referencing new table as changed
  for each statement execute function notify_of_file_uses();
--> statement-breakpoint
create trigger file_uses_deleted after delete on file_uses referencing old table as changed
  for each statement execute function notify_of_file_uses();
--> statement-breakpoint
-- Uploads and their bytes go on all the time: what is shown of a file that something uses hardly ever changes.
create function notify_of_updated_files() returns trigger language plpgsql as $$
begin
  if exists (
    select from before join after using (id) join file_uses on file_uses.file_id = after.id
    where (before.name, before.type, before.size, before.sha256, before.status, before.width, before.height, before.link_key)
      is distinct from (after.name, after.type, after.size, after.sha256, after.status, after.width, after.height, after.link_key)) then
    perform pg_notify('praktika_changes', tg_table_name);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger file_uses_emptied after truncate on file_uses for each statement execute function notify_of_thing('file_uses');
--> statement-breakpoint
create trigger files_updated after update on files referencing old table as before new table as after
  for each statement execute function notify_of_updated_files();
--> statement-breakpoint
-- A project's page counts its openings: these touch that page alone.
select
  watch_things('projects', 'in_project', 'select id from changed'),
  watch_changes('project_authors'),
  watch_changes('project_likes'),
  watch_changes('project_comments', key => 'project_id'),
  watch_changes('consents', columns => 'user_id, document, withdrawn_at'),
  watch_changes('site_settings', key => 'key');
--> statement-breakpoint
drop trigger projects_changed on projects;
--> statement-breakpoint
create trigger projects_changed after insert or delete
  or update of name, summary, tags, status, visibility, hidden_reason, link_key, cover_file_id, task_id, published_at, deleted_at
  on projects for each statement execute function notify_of_change();
--> statement-breakpoint
-- What staff are shown of tasks is now known by course.
drop trigger assignments_changed on assignments;
--> statement-breakpoint
drop trigger assignments_emptied on assignments;
--> statement-breakpoint
drop trigger tasks_changed on tasks;
--> statement-breakpoint
drop trigger tasks_emptied on tasks;
--> statement-breakpoint
drop trigger task_students_changed on task_students;
--> statement-breakpoint
drop trigger task_students_emptied on task_students;
--> statement-breakpoint
drop trigger course_leavers_changed on course_leavers;
--> statement-breakpoint
drop trigger course_leavers_emptied on course_leavers;
--> statement-breakpoint
-- With the birth date: a child is hidden from guests.
create or replace function notify_of_changed_users() returns trigger language plpgsql as $$
begin
  if exists (
    select from before join after using (id)
    where (before.name, before.surname, before.email, before.email_confirmed_at, before.role, before.avatar,
        before.active, before.erase_at, before.erased_at, before.birth_date)
      is distinct from (after.name, after.surname, after.email, after.email_confirmed_at, after.role, after.avatar,
        after.active, after.erase_at, after.erased_at, after.birth_date)) then
    perform pg_notify('praktika_changes', tg_table_name);
  end if;
  return null;
end $$;
