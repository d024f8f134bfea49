CREATE TABLE "task_counts" (
	"course_id" integer NOT NULL,
	"status" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "task_students_of_course";--> statement-breakpoint
DROP INDEX "tasks_asking";--> statement-breakpoint
ALTER TABLE "task_students" ADD COLUMN "status" text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE "task_students" ADD COLUMN "submitted_at" timestamptz(3);--> statement-breakpoint
-- what is kept for these rows depends on no column of theirs that changes here
ALTER TABLE "task_students" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "task_students" SET "status" = tasks.status, "submitted_at" = tasks.submitted_at
FROM tasks WHERE tasks.id = task_students.task_id AND tasks.status <> 'draft';--> statement-breakpoint
ALTER TABLE "task_students" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE INDEX "task_counts_by_course" ON "task_counts" USING btree ("course_id","status","change");--> statement-breakpoint
CREATE INDEX "task_students_found" ON "task_students" USING btree ("user_id","status","submitted_at","task_id","course_id","assignment_id");--> statement-breakpoint
CREATE INDEX "task_students_of_course" ON "task_students" USING btree ("course_id","user_id","status","task_id");--> statement-breakpoint
CREATE INDEX "tasks_asking" ON "tasks" USING btree ("question_at","extension_asked","status","id","course_id","assignment_id") WHERE question_at is not null or extension_asked is not null;--> statement-breakpoint
-- `status` and `submitted_at` of `task_students` are those of the task. The task is locked, so that whoever changes its
-- state at the same time sees the new row, or is seen by it. A task of the same statement is a draft.
create function copy_task_to_student() returns trigger language plpgsql as $$
declare task record;
begin
  select status, submitted_at into task from public.tasks where id = new.task_id for no key update;
  if found then
    new.status := task.status;
    new.submitted_at := task.submitted_at;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger task_students_copied before insert on task_students for each row execute function copy_task_to_student();
--> statement-breakpoint
create function copy_task_to_students() returns trigger language plpgsql as $$
begin
  update public.task_students set status = new.status, submitted_at = new.submitted_at where task_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger tasks_copied after update of status, submitted_at on tasks for each row
  when ((old.status, old.submitted_at) is distinct from (new.status, new.submitted_at)) execute function copy_task_to_students();
--> statement-breakpoint
create function count_tasks() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into public.task_counts (course_id, status, change) values (old.course_id, old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into public.task_counts (course_id, status, change) values (new.course_id, new.status, 1);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger tasks_counted after insert or delete on tasks for each row execute function count_tasks();
--> statement-breakpoint
create trigger tasks_recounted after update of status, course_id on tasks for each row
  when ((old.status, old.course_id) is distinct from (new.status, new.course_id)) execute function count_tasks();
--> statement-breakpoint
create or replace function recount_rows() returns void language sql as $$
  delete from public.row_counts;
  insert into public.row_counts (name, change)
  select 'users:' || role, count(*) from public.users where erased_at is null group by 1
  union all
  select 'projects:' || visibility, count(*) from public.projects where status = 'published' and deleted_at is null group by 1;
  delete from public.task_counts;
  insert into public.task_counts (course_id, status, change) select course_id, status, count(*) from public.tasks group by 1, 2;
$$;
--> statement-breakpoint
create trigger tasks_uncounted after truncate on tasks for each statement execute function recount_emptied();
--> statement-breakpoint
select recount_rows();
