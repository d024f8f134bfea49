-- rows that are there get the default without being rewritten
ALTER TABLE "quiz_attempts" ADD COLUMN "newly_answered" integer[] DEFAULT '{}';--> statement-breakpoint
-- the previous version, which may still be running, leaves it out: null, so that its answers are read as a whole
ALTER TABLE "quiz_attempts" ALTER COLUMN "newly_answered" DROP DEFAULT;--> statement-breakpoint
-- what is kept for these rows depends on no column of theirs that changes here
ALTER TABLE "quiz_attempts" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "quiz_attempts" SET "newly_answered" = firsts.ids
FROM (
  SELECT id, array_agg(question_id ORDER BY question_id) AS ids FROM (
    SELECT DISTINCT ON (quiz_id, user_id, answer.key::integer) quiz_attempts.id, answer.key::integer AS question_id
    FROM quiz_attempts CROSS JOIN LATERAL jsonb_each(answers) AS answer
    -- a number that was chosen, or a text that was typed
    WHERE jsonb_path_exists(answer.value, '$.** ? (@.type() == "number" || @ like_regex "\\S")')
    ORDER BY quiz_id, user_id, answer.key::integer, number
  ) AS answered GROUP BY id
) AS firsts
WHERE quiz_attempts.id = firsts.id;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE INDEX "quiz_attempts_newly_answered" ON "quiz_attempts" USING btree ("user_id","quiz_id") WHERE "quiz_attempts"."newly_answered" is distinct from '{}';