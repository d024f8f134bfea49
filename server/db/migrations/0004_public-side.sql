CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE FUNCTION project_search_words(name text, summary text, tags text[], content text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('russian'::regconfig, translate(name, 'Ёё', 'Ее')), 'A')
    || setweight(to_tsvector('russian'::regconfig, translate(summary || ' ' || array_to_string(tags, ' '), 'Ёё', 'Ее')), 'B')
    || setweight(to_tsvector('russian'::regconfig, translate(regexp_replace(content, '<[^>]*>', ' ', 'g'), 'Ёё', 'Ее')), 'D')
$$;--> statement-breakpoint
CREATE FUNCTION spelled(text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(lower(text), 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'abvgdeejziyklmnoprstufhc4w306152q')
$$;--> statement-breakpoint
CREATE FUNCTION project_search_text(name text, summary text, tags text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.spelled(name || ' ' || array_to_string(tags, ' ') || ' ' || summary)
$$;--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"asked_at" timestamptz(3) NOT NULL,
	"asked_by" integer,
	"erase_at" timestamptz(3) NOT NULL,
	"cancelled_at" timestamptz(3),
	"cancelled_by" integer,
	"erased_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "child_registrations" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"surname" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"birth_date" date NOT NULL,
	"parent_email" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisation_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "organisation_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"file_id" text NOT NULL,
	"signature_file_id" text,
	"dated_on" date,
	"valid_from" date,
	"valid_until" date,
	"signer" text DEFAULT '' NOT NULL,
	"signer_post" text DEFAULT '' NOT NULL,
	"signed_at" timestamptz(3),
	"certificate" text DEFAULT '' NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"replaced_by" integer,
	"archived_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" integer
);
--> statement-breakpoint
CREATE TABLE "organisation_pages" (
	"number" integer PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"changed_at" timestamptz(3),
	"published_at" timestamptz(3),
	"published_by" integer,
	"draft" jsonb,
	"draft_revision" integer DEFAULT 0 NOT NULL,
	"draft_saved_at" timestamptz(3),
	"draft_saved_by" integer,
	"draft_since" timestamptz(3),
	"filled_mark" text,
	"filled_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "organisation_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "organisation_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"published_at" timestamptz(3) DEFAULT now() NOT NULL,
	"published_by" integer
);
--> statement-breakpoint
CREATE TABLE "project_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"comment_id" integer,
	"user_id" integer NOT NULL,
	"reason" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"resolution" text,
	"resolved_at" timestamptz(3),
	"resolved_by" integer
);
--> statement-breakpoint
CREATE TABLE "project_words" (
	"project_id" integer NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "project_words_project_id_word_pk" PRIMARY KEY("project_id","word")
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" integer
);
--> statement-breakpoint
ALTER TABLE "consents" DROP CONSTRAINT "consents_user_id_document_version_pk";--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "parent" jsonb;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "withdrawn_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "withdrawn_address" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "link_hash" bytea;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "announcement" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "enrolling" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "seats" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "price" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "level" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "form" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "duration" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "changed_at" timestamptz(3) DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "document_versions" ADD COLUMN "published_by" integer;--> statement-breakpoint
ALTER TABLE "project_authors" ADD COLUMN "agreed_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "project_authors" ADD COLUMN "profile_position" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "project_key" text;--> statement-breakpoint
ALTER TABLE "project_comments" ADD COLUMN "parent_id" integer;--> statement-breakpoint
ALTER TABLE "project_comments" ADD COLUMN "link_key" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "visibility" text DEFAULT 'public' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "link_key" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "cover_file_id" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "views" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (project_search_words(name, summary, tags, content)) STORED;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "search_text" text GENERATED ALWAYS AS (project_search_text(name, summary, tags)) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "occupation" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "links" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "shows_courses" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erase_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_cancelled_by_users_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_documents" ADD CONSTRAINT "organisation_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_documents" ADD CONSTRAINT "organisation_documents_signature_file_id_files_id_fk" FOREIGN KEY ("signature_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_documents" ADD CONSTRAINT "organisation_documents_replaced_by_organisation_documents_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."organisation_documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_documents" ADD CONSTRAINT "organisation_documents_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_pages" ADD CONSTRAINT "organisation_pages_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_pages" ADD CONSTRAINT "organisation_pages_draft_saved_by_users_id_fk" FOREIGN KEY ("draft_saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_versions" ADD CONSTRAINT "organisation_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_reports" ADD CONSTRAINT "project_reports_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_reports" ADD CONSTRAINT "project_reports_comment_id_project_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."project_comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_reports" ADD CONSTRAINT "project_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_reports" ADD CONSTRAINT "project_reports_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_words" ADD CONSTRAINT "project_words_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "child_registrations_by_expiry" ON "child_registrations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "erasures_by_user" ON "erasures" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "organisation_documents_newest" ON "organisation_documents" USING btree ("archived_at","id");--> statement-breakpoint
CREATE INDEX "organisation_versions_by_page" ON "organisation_versions" USING btree ("number","id");--> statement-breakpoint
CREATE INDEX "project_reports_open" ON "project_reports" USING btree ("resolved_at","created_at");--> statement-breakpoint
CREATE INDEX "project_reports_by_project" ON "project_reports" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "project_reports_by_comment" ON "project_reports" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "project_comments_in_order" ON "project_comments" USING btree ("project_id",(coalesce(parent_id, id)),"id");--> statement-breakpoint
CREATE INDEX "project_comments_by_parent" ON "project_comments" USING btree ("parent_id");--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_comments" ADD CONSTRAINT "project_comments_parent_id_project_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."project_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_cover_file_id_files_id_fk" FOREIGN KEY ("cover_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_by_user" ON "consents" USING btree ("user_id","document");--> statement-breakpoint
CREATE INDEX "consents_newest" ON "consents" USING btree ("given_at");--> statement-breakpoint
CREATE INDEX "consents_by_link" ON "consents" USING btree ("link_hash") WHERE link_hash is not null;--> statement-breakpoint
DROP INDEX "users_email_key";--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "projects_by_tag" ON "projects" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "projects_by_words" ON "projects" USING gin ("search_words");--> statement-breakpoint
CREATE INDEX "projects_by_text" ON "projects" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "project_words_by_spelling" ON "project_words" USING gin (spelled("word") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_by_spelling" ON "users" USING gin (spelled("name" || ' ' || "surname" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE FUNCTION keep_project_words() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.project_words WHERE project_id = NEW.id;
  INSERT INTO public.project_words (project_id, word)
  SELECT NEW.id, lexeme FROM unnest(NEW.search_words) WHERE weights && '{A,B}' AND length(lexeme) BETWEEN 3 AND 60;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER project_words AFTER INSERT OR UPDATE OF name, summary, tags ON "projects"
FOR EACH ROW EXECUTE FUNCTION keep_project_words();--> statement-breakpoint
INSERT INTO "project_words" ("project_id", "word")
SELECT "id", lexeme FROM "projects", unnest("search_words") WHERE weights && '{A,B}' AND length(lexeme) BETWEEN 3 AND 60;--> statement-breakpoint
INSERT INTO "organisation_pages" ("number", "content", "changed_at", "published_at", "published_by")
SELECT "number", jsonb_build_object('before', "content", 'after', '', 'blocks', '{}'::jsonb, 'more', '[]'::jsonb), "updated_at", "updated_at", "updated_by"
FROM "organisation_texts";--> statement-breakpoint
INSERT INTO "organisation_versions" ("number", "content", "published_at", "published_by")
SELECT "number", "content", "published_at", "published_by" FROM "organisation_pages";--> statement-breakpoint
DROP TABLE "organisation_texts";--> statement-breakpoint
UPDATE "project_authors" SET "agreed_at" = "projects"."created_at" FROM "projects" WHERE "projects"."id" = "project_authors"."project_id";--> statement-breakpoint
UPDATE "courses" SET "changed_at" = "created_at";
