DROP INDEX "effects_due";--> statement-breakpoint
DROP INDEX "notification_deliveries_due";--> statement-breakpoint
ALTER TABLE "effects" ADD COLUMN "set_aside_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD COLUMN "set_aside_at" timestamptz(3);--> statement-breakpoint
CREATE INDEX "effects_set_aside" ON "effects" USING btree ("set_aside_at") WHERE set_aside_at is not null;--> statement-breakpoint
CREATE INDEX "notification_deliveries_set_aside" ON "notification_deliveries" USING btree ("set_aside_at") WHERE set_aside_at is not null;--> statement-breakpoint
CREATE INDEX "effects_due" ON "effects" USING btree ("visible_at","id") WHERE set_aside_at is null;--> statement-breakpoint
CREATE INDEX "notification_deliveries_due" ON "notification_deliveries" USING btree ("channel","due_at") WHERE set_aside_at is null;