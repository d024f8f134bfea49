DROP INDEX "tasks_by_assignment";--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "last_criterion_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "course_id" integer;--> statement-breakpoint
UPDATE "reviews" SET "course_id" = lessons.course_id
FROM attempts
JOIN tasks ON tasks.id = attempts.task_id
JOIN assignments ON assignments.id = tasks.assignment_id
JOIN lessons ON lessons.id = assignments.lesson_id
WHERE attempts.id = reviews.attempt_id;--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "course_id" SET NOT NULL;--> statement-breakpoint
UPDATE "submit_keys" SET "answer" = NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_without_hash" ON "files" USING btree ("id") WHERE sha256 is null and status = 'ready';--> statement-breakpoint
CREATE INDEX "reviews_by_course" ON "reviews" USING btree ("course_id","id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "tasks_handed_in" ON "tasks" USING btree ("submitted_at","id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "tasks_by_reviewer" ON "tasks" USING btree ("reviewer_id","status");--> statement-breakpoint
CREATE INDEX "tasks_by_assignment" ON "tasks" USING btree ("assignment_id","status","reviewer_id");