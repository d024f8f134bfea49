ALTER TABLE "organisation_pages" ADD COLUMN "dropped_since" timestamptz(3);--> statement-breakpoint
ALTER TABLE "organisation_pages" ADD COLUMN "dropped_at" timestamptz(3);