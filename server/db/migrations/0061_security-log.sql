CREATE TABLE "security_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	"until" timestamptz(3) DEFAULT now() NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer,
	"network" text NOT NULL,
	"place" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "security_entries_by_time" ON "security_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "security_entries_by_user" ON "security_entries" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "security_entries_by_kind" ON "security_entries" USING btree ("kind","at","id");--> statement-breakpoint
-- append-only for everybody, the app included; what is older than half a year may be deleted (docs/decisions/0105)
CREATE FUNCTION refuse_security_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - interval '180 days' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'security_entries is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER security_entries_kept BEFORE UPDATE OR DELETE ON "security_entries"
FOR EACH ROW EXECUTE FUNCTION refuse_security_change();--> statement-breakpoint
CREATE TRIGGER security_entries_whole BEFORE TRUNCATE ON "security_entries"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_security_change();--> statement-breakpoint
ALTER TABLE "security_entries" ENABLE ALWAYS TRIGGER security_entries_kept;--> statement-breakpoint
ALTER TABLE "security_entries" ENABLE ALWAYS TRIGGER security_entries_whole;
