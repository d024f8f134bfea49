ALTER TABLE "organisation_documents" ADD COLUMN "made_as" text;--> statement-breakpoint
ALTER TABLE "organisation_documents" ADD COLUMN "made_from" text;--> statement-breakpoint
ALTER TABLE "organisation_documents" ADD COLUMN "signature_number" text;--> statement-breakpoint
ALTER TABLE "organisation_documents" ADD COLUMN "signature_rules" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation_documents" ADD COLUMN "signed_by" integer;--> statement-breakpoint
ALTER TABLE "organisation_documents" ADD CONSTRAINT "organisation_documents_signed_by_users_id_fk" FOREIGN KEY ("signed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organisation_documents_made" ON "organisation_documents" USING btree ("made_as","id") WHERE made_as is not null;--> statement-breakpoint
ALTER TABLE "organisation_documents" ADD CONSTRAINT "organisation_documents_signature_number_unique" UNIQUE("signature_number");