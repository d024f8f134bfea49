CREATE TABLE "new_years" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "new_years_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"status" text DEFAULT 'planned' NOT NULL,
	"plan" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"made" jsonb,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"applied_at" timestamptz(3),
	"undone_at" timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX "new_years_applied" ON "new_years" USING btree ("applied_at");