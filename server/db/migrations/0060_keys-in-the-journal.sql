ALTER TABLE "audit_entries" ADD COLUMN "key_id" integer;--> statement-breakpoint
ALTER TABLE "program_keys" ADD COLUMN "deleted_at" timestamptz(3);--> statement-breakpoint
-- entries from before, and of people who acted themselves, keep the content that was hashed
CREATE OR REPLACE FUNCTION audit_content(entry audit_entries) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (jsonb_build_array(entry.id, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), entry.actor_id,
    entry.kind, entry.object_kind, entry.object_id, entry.before, entry.after)
    || CASE WHEN entry.key_id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(entry.key_id) END)::text
$$;
