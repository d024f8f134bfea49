CREATE TABLE "journal_totals" (
	"course_id" integer NOT NULL,
	"period_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"score" double precision NOT NULL,
	"basis" double precision,
	"user_id" integer NOT NULL,
	"changed_at" timestamptz(3) NOT NULL,
	CONSTRAINT "journal_totals_course_id_period_id_student_id_pk" PRIMARY KEY("course_id","period_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "period_locks" (
	"course_id" integer NOT NULL,
	"period_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"locked_at" timestamptz(3) NOT NULL,
	CONSTRAINT "period_locks_course_id_period_id_pk" PRIMARY KEY("course_id","period_id")
);
--> statement-breakpoint
CREATE TABLE "periods" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	CONSTRAINT "periods_in_order" CHECK ("periods"."from_day" <= "periods"."to_day")
);
--> statement-breakpoint
ALTER TABLE "journal_totals" ADD CONSTRAINT "journal_totals_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_totals" ADD CONSTRAINT "journal_totals_period_id_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_totals" ADD CONSTRAINT "journal_totals_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_totals" ADD CONSTRAINT "journal_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_locks" ADD CONSTRAINT "period_locks_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_locks" ADD CONSTRAINT "period_locks_period_id_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_locks" ADD CONSTRAINT "period_locks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_totals_by_student" ON "journal_totals" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "journal_totals_by_period" ON "journal_totals" USING btree ("period_id");--> statement-breakpoint
CREATE INDEX "journal_totals_by_writer" ON "journal_totals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "period_locks_by_period" ON "period_locks" USING btree ("period_id");--> statement-breakpoint
CREATE INDEX "period_locks_by_user" ON "period_locks" USING btree ("user_id");
--> statement-breakpoint
-- journals show them
select watch_changes('periods');
--> statement-breakpoint
select watch_things('journal_totals', 'in_course', 'select course_id from changed');
--> statement-breakpoint
select watch_things('period_locks', 'in_course', 'select course_id from changed');
