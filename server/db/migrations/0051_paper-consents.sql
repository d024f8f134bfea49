CREATE TABLE "consent_requests" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"asked_at" timestamptz(3) NOT NULL,
	"sent_at" timestamptz(3),
	"letters" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "signed_on" date;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "program_id" integer;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "application_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_requests" ADD CONSTRAINT "consent_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_program_id_courses_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."courses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registrations_by_program" ON "registrations" USING btree ("program_id");