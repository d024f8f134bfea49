CREATE FUNCTION words_of(text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('russian'::regconfig, translate(regexp_replace(text, '<[^>]*>', ' ', 'g'), 'Ёё', 'Ее'))
$$;--> statement-breakpoint
CREATE TABLE "lesson_words" (
	"lesson_id" integer PRIMARY KEY NOT NULL,
	"name_words" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lesson_words" ADD CONSTRAINT "lesson_words_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_words_by_name" ON "lesson_words" USING gin ("name_words");--> statement-breakpoint
CREATE INDEX "lesson_words_by_text" ON "lesson_words" USING gin ("words");--> statement-breakpoint
CREATE INDEX "courses_by_words" ON "courses" USING gin (words_of("name" || ' ' || "summary"));--> statement-breakpoint
CREATE FUNCTION keep_lesson_words() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.lesson_words (lesson_id, name_words, words)
  VALUES (NEW.id, public.words_of(NEW.name),
    setweight(public.words_of(NEW.name), 'A') || setweight(public.words_of(NEW.content), 'D'))
  ON CONFLICT (lesson_id) DO UPDATE SET name_words = excluded.name_words, words = excluded.words;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER lesson_words AFTER INSERT OR UPDATE OF name, content ON "lessons"
FOR EACH ROW EXECUTE FUNCTION keep_lesson_words();--> statement-breakpoint
INSERT INTO "lesson_words" ("lesson_id", "name_words", "words")
SELECT "id", words_of("name"), setweight(words_of("name"), 'A') || setweight(words_of("content"), 'D') FROM "lessons"
ON CONFLICT DO NOTHING;
