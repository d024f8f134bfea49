CREATE TABLE "section_checks" (
	"id" integer PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"run" integer DEFAULT 1 NOT NULL,
	"started_at" timestamptz(3) DEFAULT now() NOT NULL,
	"alive_at" timestamptz(3) DEFAULT now() NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"section_mark" text NOT NULL,
	"report" jsonb
);
