CREATE TABLE "films" (
	"file_id" text PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"heights" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"due_at" timestamptz(3) DEFAULT now() NOT NULL,
	"alive_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "films" ADD CONSTRAINT "films_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "films_to_do" ON "films" USING btree ("created_at") WHERE status in ('waiting', 'running');--> statement-breakpoint
INSERT INTO "films" ("file_id") SELECT "id" FROM "files" WHERE "status" = 'ready' AND "type" LIKE 'video/%';
