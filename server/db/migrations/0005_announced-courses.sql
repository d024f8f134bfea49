ALTER TABLE "courses" ADD COLUMN "announced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "courses" SET "announced" = true WHERE "status" = 'published';
