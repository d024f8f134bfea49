ALTER TABLE "sessions" ADD COLUMN "looker_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_looker_id_users_id_fk" FOREIGN KEY ("looker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_by_looker" ON "sessions" USING btree ("looker_id") WHERE looker_id is not null;--> statement-breakpoint
-- However a look ends (by its curator, with the curator's own session, by a new one or by its time), the journal of
-- changes has its end.
create function note_ended_look() returns trigger language plpgsql as $$
begin
  insert into audit_entries (at, actor_id, kind, object_kind, object_id, before, after)
  values (least(now(), old.expires_at), old.looker_id, 'look-ended', 'user', old.user_id::text, '{}', '{}');
  return null;
end $$;
--> statement-breakpoint
create trigger look_ended after delete on sessions for each row
  when (old.looker_id is not null) execute function note_ended_look();
