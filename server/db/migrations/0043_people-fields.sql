CREATE TABLE "guardians" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guardians_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"child_id" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text
);
--> statement-breakpoint
DROP INDEX "users_by_spelling";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "patronymic" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "own_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "login" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "awaits_parent_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "guardians" ADD CONSTRAINT "guardians_child_id_users_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guardians_by_child" ON "guardians" USING btree ("child_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guardians_key" ON "guardians" USING btree ("child_id","email");--> statement-breakpoint
CREATE INDEX "guardians_by_email" ON "guardians" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_login_key" ON "users" USING btree ("login") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_awaiting_parents" ON "users" USING btree ("awaits_parent_at","id") WHERE awaits_parent_at is not null;--> statement-breakpoint
CREATE INDEX "users_by_spelling" ON "users" USING gin (spelled("name" || ' ' || "surname" || ' ' || "patronymic" || ' ' || coalesce("email", '') || ' ' || coalesce("login", '')) gin_trgm_ops);--> statement-breakpoint
-- the parents who have agreed for a child, by address: the latest signature counts
INSERT INTO "guardians" ("child_id", "name", "email")
SELECT DISTINCT ON (consents.user_id, lower(parent->>'email')) consents.user_id, parent->>'name', lower(parent->>'email')
FROM consents WHERE parent IS NOT NULL ORDER BY consents.user_id, lower(parent->>'email'), consents.id DESC;
