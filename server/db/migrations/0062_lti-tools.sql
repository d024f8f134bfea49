CREATE TABLE "lti_assertions" (
	"tool_id" integer NOT NULL,
	"jti_hash" "bytea" NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	CONSTRAINT "lti_assertions_tool_id_jti_hash_pk" PRIMARY KEY("tool_id","jti_hash")
);
--> statement-breakpoint
CREATE TABLE "lti_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lti_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kid" text NOT NULL,
	"private_key" text NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"retired_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "lti_launches" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"link_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"target" text NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lti_links" (
	"id" integer PRIMARY KEY DEFAULT nextval('quizzes_id_seq') NOT NULL,
	"lesson_id" integer NOT NULL,
	"tool_id" integer NOT NULL,
	"title" text NOT NULL,
	"custom" jsonb NOT NULL,
	"max_points" double precision NOT NULL,
	"in_journal" boolean NOT NULL,
	"deleted_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "lti_results" (
	"link_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"given" double precision,
	"maximum" double precision,
	"activity" text NOT NULL,
	"grading" text NOT NULL,
	"comment" text NOT NULL,
	"scored_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "lti_results_link_id_user_id_pk" PRIMARY KEY("link_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "lti_subjects" (
	"tool_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"subject" text NOT NULL,
	CONSTRAINT "lti_subjects_tool_id_user_id_pk" PRIMARY KEY("tool_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "lti_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"tool_id" integer NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lti_tools" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lti_tools_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"client_id" text NOT NULL,
	"login_url" text NOT NULL,
	"target_url" text NOT NULL,
	"redirect_urls" text[] NOT NULL,
	"jwks_url" text,
	"public_key" text,
	"shares_name" boolean NOT NULL,
	"shares_email" boolean NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"deleted_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "lti" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lti_assertions" ADD CONSTRAINT "lti_assertions_tool_id_lti_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."lti_tools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lti_launches" ADD CONSTRAINT "lti_launches_link_id_lti_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."lti_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lti_launches" ADD CONSTRAINT "lti_launches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lti_links" ADD CONSTRAINT "lti_links_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lti_links" ADD CONSTRAINT "lti_links_tool_id_lti_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."lti_tools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lti_results" ADD CONSTRAINT "lti_results_link_id_lti_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."lti_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lti_results" ADD CONSTRAINT "lti_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lti_subjects" ADD CONSTRAINT "lti_subjects_tool_id_lti_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."lti_tools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lti_subjects" ADD CONSTRAINT "lti_subjects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lti_tokens" ADD CONSTRAINT "lti_tokens_tool_id_lti_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."lti_tools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lti_assertions_by_expiry" ON "lti_assertions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "lti_launches_by_link" ON "lti_launches" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "lti_launches_by_user" ON "lti_launches" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "lti_launches_by_expiry" ON "lti_launches" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "lti_links_by_lesson" ON "lti_links" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "lti_links_by_tool" ON "lti_links" USING btree ("tool_id");--> statement-breakpoint
CREATE INDEX "lti_results_by_user" ON "lti_results" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lti_subjects_by_subject" ON "lti_subjects" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "lti_subjects_by_user" ON "lti_subjects" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "lti_tokens_by_tool" ON "lti_tokens" USING btree ("tool_id");--> statement-breakpoint
CREATE INDEX "lti_tokens_by_expiry" ON "lti_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "lti_tools_by_client" ON "lti_tools" USING btree ("client_id");--> statement-breakpoint
-- The journal shows results of tools; those of others change nothing there.
select
  watch_things('lti_links', 'in_course',
    'select lessons.course_id from changed join lessons on lessons.id = changed.lesson_id'),
  watch_things('lti_results', 'in_course',
    'select lessons.course_id from changed join lti_links on lti_links.id = changed.link_id and lti_links.in_journal
      join lessons on lessons.id = lti_links.lesson_id');
