CREATE TABLE "family_letters" (
	"email" text PRIMARY KEY NOT NULL,
	"since" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "family_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX "family_links_by_email" ON "family_links" USING btree ("email");