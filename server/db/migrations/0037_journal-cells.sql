CREATE TABLE "journal_cells" (
	"assignment_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"absent" boolean DEFAULT false NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"user_id" integer NOT NULL,
	"changed_at" timestamptz(3) NOT NULL,
	CONSTRAINT "journal_cells_assignment_id_student_id_pk" PRIMARY KEY("assignment_id","student_id")
);
--> statement-breakpoint
ALTER TABLE "journal_cells" ADD CONSTRAINT "journal_cells_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_cells" ADD CONSTRAINT "journal_cells_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_cells" ADD CONSTRAINT "journal_cells_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_cells_by_student" ON "journal_cells" USING btree ("student_id");
--> statement-breakpoint
-- the journal of a course shows them
select watch_things('journal_cells', 'in_course',
  'select lessons.course_id from changed join assignments on assignments.id = changed.assignment_id
    join lessons on lessons.id = assignments.lesson_id');
