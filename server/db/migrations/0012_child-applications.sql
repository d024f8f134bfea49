ALTER TABLE "child_registrations" ADD COLUMN "program_id" integer;--> statement-breakpoint
ALTER TABLE "child_registrations" ADD COLUMN "application_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "child_registrations" ADD CONSTRAINT "child_registrations_program_id_courses_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."courses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "child_registrations_by_program" ON "child_registrations" USING btree ("program_id");