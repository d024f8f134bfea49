CREATE UNLOGGED TABLE "done_calls" (
	"id" "bytea" PRIMARY KEY NOT NULL,
	"result" "bytea",
	"started_at" timestamptz(3) DEFAULT now() NOT NULL
);
