-- a change of the role left people in what they had by the former one
DELETE FROM "course_teachers" USING "users" WHERE "users"."id" = "course_teachers"."user_id" AND "users"."role" = 'student';--> statement-breakpoint
DELETE FROM "cohort_leaders" USING "users" WHERE "users"."id" = "cohort_leaders"."user_id" AND "users"."role" = 'student';--> statement-breakpoint
INSERT INTO "course_leavers" ("course_id", "user_id") SELECT "course_id", "user_id" FROM "course_students" JOIN "users" ON "users"."id" = "user_id" WHERE "users"."role" <> 'student' ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM "course_students" USING "users" WHERE "users"."id" = "course_students"."user_id" AND "users"."role" <> 'student';--> statement-breakpoint
DELETE FROM "cohort_students" USING "users" WHERE "users"."id" = "cohort_students"."user_id" AND "users"."role" <> 'student';
