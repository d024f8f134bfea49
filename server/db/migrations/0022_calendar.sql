CREATE TABLE "calendar_links" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_links_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "course_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"title" text NOT NULL,
	"created_by" integer,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calendar_links" ADD CONSTRAINT "calendar_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_events" ADD CONSTRAINT "course_events_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_events" ADD CONSTRAINT "course_events_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_events_of_course" ON "course_events" USING btree ("course_id","at");--> statement-breakpoint
CREATE INDEX "course_events_by_moment" ON "course_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "course_events_by_author" ON "course_events" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "assignments_due" ON "assignments" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "assignments_closing" ON "assignments" USING btree ("closes_at") WHERE closes_at is not null;