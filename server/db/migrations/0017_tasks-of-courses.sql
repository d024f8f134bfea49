DROP INDEX "tasks_queue";--> statement-breakpoint
DROP INDEX "tasks_handed_in";--> statement-breakpoint
DROP INDEX "users_by_name";--> statement-breakpoint
ALTER TABLE "task_students" ADD COLUMN "course_id" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "course_id" integer;--> statement-breakpoint
UPDATE "tasks" SET "course_id" = "lessons"."course_id"
FROM "assignments" JOIN "lessons" ON "lessons"."id" = "assignments"."lesson_id" WHERE "assignments"."id" = "tasks"."assignment_id";--> statement-breakpoint
UPDATE "task_students" SET "course_id" = "tasks"."course_id" FROM "tasks" WHERE "tasks"."id" = "task_students"."task_id";--> statement-breakpoint
ALTER TABLE "task_students" ALTER COLUMN "course_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ALTER COLUMN "course_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "lessons_deleted" ON "lessons" USING btree ("id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "lessons_by_spelling" ON "lessons" USING gin (spelled("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "task_students_of_course" ON "task_students" USING btree ("course_id","user_id","task_id");--> statement-breakpoint
CREATE INDEX "tasks_of_course" ON "tasks" USING btree ("course_id","status","submitted_at","id","assignment_id");--> statement-breakpoint
CREATE INDEX "users_leaving" ON "users" USING btree ("id") WHERE erase_at is not null;--> statement-breakpoint
CREATE INDEX "tasks_queue" ON "tasks" USING btree ("status","submitted_at","id","course_id","assignment_id");--> statement-breakpoint
CREATE INDEX "tasks_handed_in" ON "tasks" USING btree ("submitted_at","id","course_id","assignment_id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("surname","name","id");--> statement-breakpoint
-- The triggers of `things-inside-courses` find the course in the row itself.
create or replace function notify_of_tasks_in_course() returns trigger language plpgsql as $$
begin
  perform notify_of_keys('in_course', array(select distinct course_id::text from changed limit 51));
  return null;
end $$;
--> statement-breakpoint
create or replace function notify_of_task_students_in_course() returns trigger language plpgsql as $$
begin
  perform notify_of_keys('in_course', array(select distinct course_id::text from changed limit 51));
  return null;
end $$;
--> statement-breakpoint
create or replace function notify_of_updated_tasks() returns trigger language plpgsql as $$
begin
  perform notify_of_keys('in_course', array(
    select distinct after.course_id::text
    from before join after using (id)
    where (before.status, before.score, before.attempt, before.submitted_at, before.review_revision, before.lease_user_id,
        before.lease_since, before.lease_expires_at, before.reviewer_id, before.extended_until, before.extension_asked,
        before.question_at)
      is distinct from (after.status, after.score, after.attempt, after.submitted_at, after.review_revision,
        after.lease_user_id, after.lease_since, after.lease_expires_at, after.reviewer_id, after.extended_until,
        after.extension_asked, after.question_at)
    limit 51));
  return null;
end $$;
