CREATE TABLE "lesson_notes" (
	"user_id" integer NOT NULL,
	"lesson_id" integer NOT NULL,
	"text" text NOT NULL,
	"highlights" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"saved_at" timestamptz(3) NOT NULL,
	CONSTRAINT "lesson_notes_user_id_lesson_id_pk" PRIMARY KEY("user_id","lesson_id")
);
--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_notes_by_lesson" ON "lesson_notes" USING btree ("lesson_id");--> statement-breakpoint
-- Only whether there is a note is kept, not what it says.
select watch_things('lesson_notes', 'lesson_notes', 'select user_id from changed', false);
