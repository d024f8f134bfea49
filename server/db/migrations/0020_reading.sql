CREATE TABLE "lesson_reads" (
	"user_id" integer NOT NULL,
	"lesson_id" integer NOT NULL,
	"read_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "lesson_reads_user_id_lesson_id_pk" PRIMARY KEY("user_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "lesson_requirements" (
	"lesson_id" integer NOT NULL,
	"after_id" integer NOT NULL,
	"needs" text NOT NULL,
	CONSTRAINT "lesson_requirements_lesson_id_after_id_pk" PRIMARY KEY("lesson_id","after_id")
);
--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "minutes" integer;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "estimated_minutes" integer GENERATED ALWAYS AS (greatest(1, ceil(length(regexp_replace(content, '<[^>]*>', '', 'g')) / 1000.0))::int) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "lesson_reads" ADD CONSTRAINT "lesson_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_reads" ADD CONSTRAINT "lesson_reads_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_requirements" ADD CONSTRAINT "lesson_requirements_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_requirements" ADD CONSTRAINT "lesson_requirements_after_id_lessons_id_fk" FOREIGN KEY ("after_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_reads_by_lesson" ON "lesson_reads" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_requirements_by_first" ON "lesson_requirements" USING btree ("after_id");--> statement-breakpoint
select
  watch_changes('lesson_reads', key => 'user_id'),
  watch_things('lesson_requirements', 'in_course',
    'select lessons.course_id from changed join lessons on lessons.id = changed.lesson_id');
