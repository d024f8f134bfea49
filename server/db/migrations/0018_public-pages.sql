-- What `praktika_changes` carries for the pages of guests: «programs», a change of what announcements of courses show.
create trigger courses_programs after insert or delete or truncate or update on courses
  for each statement execute function notify_of_thing('programs');
--> statement-breakpoint
create trigger sections_programs after insert or delete or truncate or update on sections
  for each statement execute function notify_of_thing('programs');
--> statement-breakpoint
create trigger lessons_programs after insert or delete or truncate
  or update of course_id, section_id, name, position, status, publish_at, deleted_at on lessons
  for each statement execute function notify_of_thing('programs');
--> statement-breakpoint
create trigger course_students_programs after insert or delete or truncate or update on course_students
  for each statement execute function notify_of_thing('programs');
--> statement-breakpoint
create trigger course_teachers_programs after insert or delete or truncate or update on course_teachers
  for each statement execute function notify_of_thing('programs');
--> statement-breakpoint
-- Without the draft, which is saved while its writer types.
select
  watch_changes('organisation_pages', columns => 'number, content, changed_at, published_at, filled_mark, filled_at'),
  watch_changes('organisation_documents');
--> statement-breakpoint
-- With the occupation: the main page shows it beside teachers.
create or replace function notify_of_changed_users() returns trigger language plpgsql as $$
begin
  if exists (
    select from before join after using (id)
    where (before.name, before.surname, before.email, before.email_confirmed_at, before.role, before.avatar,
        before.active, before.erase_at, before.erased_at, before.birth_date, before.occupation)
      is distinct from (after.name, after.surname, after.email, after.email_confirmed_at, after.role, after.avatar,
        after.active, after.erase_at, after.erased_at, after.birth_date, after.occupation)) then
    perform pg_notify('praktika_changes', tg_table_name);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- With announcements and the pages of the organisation section, such as «file_uses:announcement».
create or replace function notify_of_file_uses() returns trigger language plpgsql as $$
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
  from (select distinct owner from changed where owner in ('project', 'announcement', 'organisation-page')) as owners;
  return null;
end $$;
