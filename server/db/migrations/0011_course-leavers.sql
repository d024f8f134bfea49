CREATE TABLE "course_leavers" (
	"course_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"left_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "course_leavers_course_id_user_id_pk" PRIMARY KEY("course_id","user_id")
);
--> statement-breakpoint
DROP INDEX "tasks_by_assignment";--> statement-breakpoint
ALTER TABLE "course_leavers" ADD CONSTRAINT "course_leavers_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_leavers" ADD CONSTRAINT "course_leavers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_leavers_by_user" ON "course_leavers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tasks_by_assignment" ON "tasks" USING btree ("assignment_id","status","reviewer_id","id");--> statement-breakpoint
-- who wrote in a course and is not there any more: nobody noted when they left, so it is the last moment they surely were there
INSERT INTO "course_leavers" ("course_id", "user_id", "left_at")
SELECT "lessons"."course_id", "task_students"."user_id", coalesce(max("tasks"."submitted_at"), min("tasks"."created_at"))
FROM "task_students"
JOIN "tasks" ON "tasks"."id" = "task_students"."task_id"
JOIN "assignments" ON "assignments"."id" = "tasks"."assignment_id"
JOIN "lessons" ON "lessons"."id" = "assignments"."lesson_id"
WHERE NOT EXISTS (
	SELECT 1 FROM "course_students"
	WHERE "course_students"."course_id" = "lessons"."course_id" AND "course_students"."user_id" = "task_students"."user_id")
GROUP BY "lessons"."course_id", "task_students"."user_id";
--> statement-breakpoint
INSERT INTO "course_leavers" ("course_id", "user_id")
SELECT "course_students"."course_id", "course_students"."user_id"
FROM "course_students"
JOIN "users" ON "users"."id" = "course_students"."user_id" AND NOT "users"."active"
ON CONFLICT DO NOTHING;
