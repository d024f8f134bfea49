CREATE TABLE "email_confirmations" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_confirmations_by_user" ON "email_confirmations" USING btree ("user_id");--> statement-breakpoint
-- Nobody was asked to confirm an address before, so whoever has an account with a password counts as confirmed.
-- Accounts that curators opened and nobody has entered yet are confirmed by the link of their invitation.
UPDATE "users" SET "email_confirmed_at" = "created_at" WHERE "password_hash" IS NOT NULL AND "erased_at" IS NULL;
