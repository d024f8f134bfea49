CREATE TABLE "journal_columns" (
	"id" integer PRIMARY KEY DEFAULT nextval('assignments_id_seq') NOT NULL,
	"course_id" integer NOT NULL,
	"name" text NOT NULL,
	"held_on" date NOT NULL,
	"max_score" double precision,
	"weight" double precision DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journal_marks" (
	"column_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"score" double precision,
	"absent" boolean DEFAULT false NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"changes" integer DEFAULT 0 NOT NULL,
	"user_id" integer NOT NULL,
	"changed_at" timestamptz(3) NOT NULL,
	CONSTRAINT "journal_marks_column_id_student_id_pk" PRIMARY KEY("column_id","student_id")
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "scale" text DEFAULT 'points' NOT NULL;--> statement-breakpoint
ALTER TABLE "journal_columns" ADD CONSTRAINT "journal_columns_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_marks" ADD CONSTRAINT "journal_marks_column_id_journal_columns_id_fk" FOREIGN KEY ("column_id") REFERENCES "public"."journal_columns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_marks" ADD CONSTRAINT "journal_marks_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_marks" ADD CONSTRAINT "journal_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_columns_by_course" ON "journal_columns" USING btree ("course_id","held_on","id");--> statement-breakpoint
CREATE INDEX "journal_marks_by_student" ON "journal_marks" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "journal_marks_by_writer" ON "journal_marks" USING btree ("user_id");
--> statement-breakpoint
-- the journal of a course shows them
select watch_things('journal_columns', 'in_course', 'select course_id from changed');
--> statement-breakpoint
select watch_things('journal_marks', 'in_course',
  'select journal_columns.course_id from changed join journal_columns on journal_columns.id = changed.column_id');
