CREATE TABLE "row_counts" (
	"name" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "projects_newest";--> statement-breakpoint
DROP INDEX "users_by_name";--> statement-breakpoint
CREATE INDEX "row_counts_by_name" ON "row_counts" USING btree ("name","change");--> statement-breakpoint
CREATE INDEX "projects_newest" ON "projects" USING btree ("status","published_at","id","visibility","deleted_at");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("surname","name","id","role","erased_at");--> statement-breakpoint
-- `row_counts`: «users:student», people who are not erased; «projects:public», published projects that are not deleted.
create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into public.row_counts (name, change) select 'users:' || old.role, -1 where old.erased_at is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.row_counts (name, change) select 'users:' || new.role, 1 where new.erased_at is null;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger users_counted after insert or delete on users for each row execute function count_users();
--> statement-breakpoint
create trigger users_recounted after update of role, erased_at on users for each row
  when ((old.role, old.erased_at is null) is distinct from (new.role, new.erased_at is null)) execute function count_users();
--> statement-breakpoint
create function count_projects() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into public.row_counts (name, change)
    select 'projects:' || old.visibility, -1 where old.status = 'published' and old.deleted_at is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.row_counts (name, change)
    select 'projects:' || new.visibility, 1 where new.status = 'published' and new.deleted_at is null;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger projects_counted after insert or delete on projects for each row execute function count_projects();
--> statement-breakpoint
create trigger projects_recounted after update of status, visibility, deleted_at on projects for each row
  when ((old.status, old.visibility, old.deleted_at is null) is distinct from (new.status, new.visibility, new.deleted_at is null))
  execute function count_projects();
--> statement-breakpoint
create function recount_rows() returns void language sql as $$
  delete from public.row_counts;
  insert into public.row_counts (name, change)
  select 'users:' || role, count(*) from public.users where erased_at is null group by 1
  union all
  select 'projects:' || visibility, count(*) from public.projects where status = 'published' and deleted_at is null group by 1;
$$;
--> statement-breakpoint
create function recount_emptied() returns trigger language plpgsql as $$
begin
  perform public.recount_rows();
  return null;
end $$;
--> statement-breakpoint
create trigger users_uncounted after truncate on users for each statement execute function recount_emptied();
--> statement-breakpoint
create trigger projects_uncounted after truncate on projects for each statement execute function recount_emptied();
--> statement-breakpoint
select recount_rows();
