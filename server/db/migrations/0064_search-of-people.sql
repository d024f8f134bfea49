CREATE FUNCTION exactly_spelled(text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(lower(text),
    'абвгдеёжзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyz',
    'abvgdeejziyklmnoprstufhcCwWJFQXxqAB¢DEƒGHIʝKLMNOPʠRSTUVʍ×YZ')
$$;--> statement-breakpoint
DROP INDEX "users_by_spelling";--> statement-breakpoint
DROP INDEX "users_by_name_spelling";--> statement-breakpoint
-- in one statement, which writes the table once
ALTER TABLE "users"
  ADD COLUMN "search_name" text GENERATED ALWAYS AS (exactly_spelled("name" || ' ' || "surname")) STORED,
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (exactly_spelled("name" || ' ' || "surname" || ' ' || "patronymic"
    || ' ' || coalesce("email", '') || ' ' || coalesce("login", ''))) STORED;--> statement-breakpoint
CREATE INDEX "users_by_search_name" ON "users" USING gin (search_name gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_by_search_text" ON "users" USING gin (search_text gin_trgm_ops);
