ALTER TABLE "quizzes" ADD COLUMN "placed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "quizzes" SET "placed" = true FROM "lessons"
  WHERE "lessons"."id" = "quizzes"."lesson_id"
    AND position('<div data-quiz="' || "quizzes"."id" || '">' in "lessons"."content") > 0;
