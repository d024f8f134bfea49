CREATE TABLE "certificates" (
	"number" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"course_id" integer,
	"name" text NOT NULL,
	"course" text NOT NULL,
	"issued_on" date NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"withdrawn_at" timestamptz(3),
	"withdrawn_by" integer,
	"reason" text,
	CONSTRAINT "certificates_once" UNIQUE("user_id","course_id")
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificates_of_course" ON "certificates" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "certificates_withdrawn" ON "certificates" USING btree ("withdrawn_by");