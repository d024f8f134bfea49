ALTER TABLE "notifications" ADD COLUMN "place" text;--> statement-breakpoint
UPDATE "notifications" SET "place" = CASE
  WHEN "thread_entries"."kind" IN ('accepted', 'returned') AND "thread_entries"."attempt" IS NOT NULL
  THEN 'verdict-' || "thread_entries"."attempt"
  ELSE 'entry-' || "thread_entries"."id"
END
FROM "thread_entries"
WHERE "notifications"."same_as" IN ('task-moved:' || "thread_entries"."id", 'task-comment:' || "thread_entries"."id");--> statement-breakpoint
UPDATE "notifications" SET "place" = 'comment-' || split_part("same_as", ':', 2)
WHERE "same_as" LIKE 'project-comment:%';
