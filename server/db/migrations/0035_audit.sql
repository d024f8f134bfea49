CREATE TABLE "audit_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	"actor_id" integer,
	"kind" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_links" (
	"number" integer PRIMARY KEY NOT NULL,
	"entry_id" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_links_entry_id_unique" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_actor" ON "audit_entries" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_kind" ON "audit_entries" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_object" ON "audit_entries" USING btree ("object_kind","object_id");--> statement-breakpoint
-- what an entry says, as text: the same for as long as the entry is, on every version of PostgreSQL. A column that is
-- added later gets no part in it: entries before it could not be verified
CREATE FUNCTION audit_content(entry audit_entries) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_array(entry.id, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), entry.actor_id,
    entry.kind, entry.object_kind, entry.object_id, entry.before, entry.after)::text
$$;--> statement-breakpoint
-- runs when the transaction commits, after everything that could make it wait for others: whoever holds the lock waits
-- for nobody, and holds it only while it commits (docs/decisions/0060)
CREATE FUNCTION chain_audit_entry() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  last record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit', 0));
  SELECT number, hash INTO last FROM public.audit_links ORDER BY number DESC LIMIT 1;
  INSERT INTO public.audit_links (number, entry_id, hash)
  VALUES (coalesce(last.number, 0) + 1, NEW.id,
    sha256(coalesce(last.hash, ''::bytea) || convert_to(public.audit_content(NEW), 'UTF8')));
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_chain AFTER INSERT ON "audit_entries" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();--> statement-breakpoint
-- the journal is append-only for everybody, the app included. The owner of the table could drop these triggers first:
-- the chain shows what was changed after that
CREATE FUNCTION refuse_audit_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_links_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_links"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
-- also where `session_replication_role` switches triggers off
ALTER TABLE "audit_entries" ENABLE ALWAYS TRIGGER audit_entries_kept;--> statement-breakpoint
ALTER TABLE "audit_links" ENABLE ALWAYS TRIGGER audit_links_kept;
