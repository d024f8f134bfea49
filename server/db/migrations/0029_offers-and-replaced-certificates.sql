ALTER TABLE "certificates" DROP CONSTRAINT "certificates_once";--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "replaced_by" text;--> statement-breakpoint
ALTER TABLE "task_students" ADD COLUMN "offer_declined_at" timestamptz(3);--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_once" ON "certificates" USING btree ("user_id","course_id") WHERE replaced_by is null;--> statement-breakpoint
CREATE INDEX "projects_by_task" ON "projects" USING btree ("task_id");