CREATE TABLE "lti_consents" (
	"tool_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"shares_name" boolean NOT NULL,
	"shares_email" boolean NOT NULL,
	"agreed_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "lti_consents_tool_id_user_id_pk" PRIMARY KEY("tool_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "lti_tools" ADD COLUMN "scopes" text[] DEFAULT '{"lineItems","results","scores"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "lti_consents" ADD CONSTRAINT "lti_consents_tool_id_lti_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."lti_tools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lti_consents" ADD CONSTRAINT "lti_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lti_consents_by_user" ON "lti_consents" USING btree ("user_id");--> statement-breakpoint
-- whoever opened a tool before had read what it learns, and goes on: its reports for them still count
INSERT INTO "lti_consents" ("tool_id", "user_id", "shares_name", "shares_email")
SELECT "lti_subjects"."tool_id", "lti_subjects"."user_id", "lti_tools"."shares_name", "lti_tools"."shares_email"
FROM "lti_subjects" JOIN "lti_tools" ON "lti_tools"."id" = "lti_subjects"."tool_id";
