CREATE TABLE "policy_reports" (
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"page" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamptz(3) DEFAULT now() NOT NULL,
	"last_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "policy_reports_directive_blocked_page_pk" PRIMARY KEY("directive","blocked","page")
);
--> statement-breakpoint
CREATE INDEX "policy_reports_by_time" ON "policy_reports" USING btree ("last_at");