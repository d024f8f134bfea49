CREATE TABLE "cohort_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cohort_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"cohort_id" integer NOT NULL,
	"code" text NOT NULL,
	"created_by" integer,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	CONSTRAINT "cohort_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"cohort_id" integer,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "child_registrations" ADD COLUMN "cohort_id" integer;--> statement-breakpoint
ALTER TABLE "cohort_codes" ADD CONSTRAINT "cohort_codes_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_codes" ADD CONSTRAINT "cohort_codes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cohort_codes_by_cohort" ON "cohort_codes" USING btree ("cohort_id");--> statement-breakpoint
CREATE INDEX "cohort_codes_by_creator" ON "cohort_codes" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "cohort_codes_by_expiry" ON "cohort_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "registrations_by_time" ON "registrations" USING btree ("created_at","user_id");--> statement-breakpoint
CREATE INDEX "registrations_by_cohort" ON "registrations" USING btree ("cohort_id");--> statement-breakpoint
ALTER TABLE "child_registrations" ADD CONSTRAINT "child_registrations_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "child_registrations_by_cohort" ON "child_registrations" USING btree ("cohort_id");