CREATE INDEX "tasks_asking" ON "tasks" USING btree ("assignment_id") WHERE question_at is not null or extension_asked is not null;--> statement-breakpoint
-- a request for more time counted as a question, too: now a question is what was written in the thread
UPDATE "tasks" SET "question_at" = (
  SELECT min(entry.created_at) FROM "thread_entries" entry
  JOIN "task_students" student ON student.task_id = entry.task_id AND student.user_id = entry.user_id
  WHERE entry.task_id = "tasks"."id" AND entry.kind = 'comment' AND entry.created_at >= "tasks"."question_at")
WHERE "question_at" IS NOT NULL AND "extension_asked" IS NOT NULL;
