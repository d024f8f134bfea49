CREATE TABLE "last_visits" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cohort_courses" (
	"cohort_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	CONSTRAINT "cohort_courses_cohort_id_course_id_pk" PRIMARY KEY("cohort_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "cohort_leaders" (
	"cohort_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"since" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "cohort_leaders_cohort_id_user_id_pk" PRIMARY KEY("cohort_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "cohort_students" (
	"cohort_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"since" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "cohort_students_cohort_id_user_id_pk" PRIMARY KEY("cohort_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "cohorts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cohorts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"starts_on" date,
	"ends_on" date,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "course_students" ADD COLUMN "by_hand" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "last_visits" ADD CONSTRAINT "last_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_courses" ADD CONSTRAINT "cohort_courses_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_courses" ADD CONSTRAINT "cohort_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_leaders" ADD CONSTRAINT "cohort_leaders_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_leaders" ADD CONSTRAINT "cohort_leaders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_students" ADD CONSTRAINT "cohort_students_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_students" ADD CONSTRAINT "cohort_students_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cohort_courses_by_course" ON "cohort_courses" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "cohort_leaders_by_user" ON "cohort_leaders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cohort_students_by_user" ON "cohort_students" USING btree ("user_id");
--> statement-breakpoint
INSERT INTO "last_visits" ("user_id", "at") SELECT "user_id", max("used_at") FROM "sessions" GROUP BY "user_id";
--> statement-breakpoint
-- the staff of a course see which classes its students came with
select
  watch_things('cohort_courses', 'in_course', 'select course_id from changed'),
  watch_things('cohort_students', 'in_course',
    'select cohort_courses.course_id from changed join cohort_courses on cohort_courses.cohort_id = changed.cohort_id'),
  watch_things('cohorts', 'in_course',
    'select cohort_courses.course_id from changed join cohort_courses on cohort_courses.cohort_id = changed.id');
