ALTER TABLE "quizzes" ADD COLUMN "in_journal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The journal shows results of quizzes; attempts at those that are not in it change nothing there.
select
  watch_things('quizzes', 'in_course',
    'select lessons.course_id from changed join lessons on lessons.id = changed.lesson_id'),
  watch_things('quiz_attempts', 'in_course',
    'select lessons.course_id from changed join quizzes on quizzes.id = changed.quiz_id and quizzes.in_journal
      join lessons on lessons.id = quizzes.lesson_id');
