ALTER TABLE "users" ADD COLUMN "rights" text[];--> statement-breakpoint
-- With the rights: sessions are kept with them.
create or replace function notify_of_changed_users() returns trigger language plpgsql as $$
begin
  if exists (
    select from before join after using (id)
    where (before.name, before.surname, before.email, before.email_confirmed_at, before.role, before.rights, before.avatar,
        before.active, before.erase_at, before.erased_at, before.birth_date, before.occupation)
      is distinct from (after.name, after.surname, after.email, after.email_confirmed_at, after.role, after.rights, after.avatar,
        after.active, after.erase_at, after.erased_at, after.birth_date, after.occupation)) then
    perform pg_notify('praktika_changes', tg_table_name);
  end if;
  return null;
end $$;
