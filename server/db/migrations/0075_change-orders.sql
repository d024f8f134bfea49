CREATE TABLE "change_orders" (
	"page" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"changed_at" timestamptz(3) DEFAULT now() NOT NULL
);
