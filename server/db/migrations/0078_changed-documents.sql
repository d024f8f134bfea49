ALTER TABLE "organisation_documents" ADD COLUMN "changed_at" timestamptz(3);--> statement-breakpoint
-- kept reports have faults of another shape; the next visit makes a new one
DELETE FROM "section_checks";
