CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" jsonb NOT NULL,
	"user_ids" integer[] NOT NULL,
	"to_curators" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "score_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "score_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"from_score" double precision,
	"to_score" double precision,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remarks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "remarks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"review_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"text" text NOT NULL,
	"anchor" jsonb,
	"fixed" boolean DEFAULT false NOT NULL,
	"answer" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_remarks" (
	"review_id" integer NOT NULL,
	"remark_id" integer NOT NULL,
	"position" integer NOT NULL,
	"done" boolean NOT NULL,
	CONSTRAINT "review_remarks_review_id_remark_id_pk" PRIMARY KEY("review_id","remark_id")
);
--> statement-breakpoint
CREATE TABLE "task_batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"action" text NOT NULL,
	"items" jsonb NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"course_id" integer,
	"text" text NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "closes_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "kinds" jsonb DEFAULT '["text","files"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "file_types" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "max_file_size" bigint;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "team_size" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "reviewer_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "weight" double precision DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "criteria" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "draft_link" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "lease_since" timestamptz(3);--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "reviewer_id" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "extended_until" timestamptz(3);--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "extension_asked" timestamptz(3);--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "question_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "thread_entries" ADD COLUMN "until" timestamptz(3);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "letters" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "score_changes" ADD CONSTRAINT "score_changes_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_changes" ADD CONSTRAINT "score_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_remarks" ADD CONSTRAINT "review_remarks_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_remarks" ADD CONSTRAINT "review_remarks_remark_id_remarks_id_fk" FOREIGN KEY ("remark_id") REFERENCES "public"."remarks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_batches" ADD CONSTRAINT "task_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_comments" ADD CONSTRAINT "saved_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_comments" ADD CONSTRAINT "saved_comments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_by_moment" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "score_changes_by_task" ON "score_changes" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "remarks_by_task" ON "remarks" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "remarks_by_review" ON "remarks" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "review_remarks_by_remark" ON "review_remarks" USING btree ("remark_id");--> statement-breakpoint
CREATE INDEX "saved_comments_by_user" ON "saved_comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "saved_comments_by_course" ON "saved_comments" USING btree ("course_id");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_by_user" ON "reviews" USING btree ("user_id","created_at");--> statement-breakpoint
INSERT INTO "remarks" ("task_id", "review_id", "attempt", "text")
SELECT attempts.task_id, reviews.id, attempts.number, remark.value ->> 'text'
FROM reviews JOIN attempts ON attempts.id = reviews.attempt_id
CROSS JOIN LATERAL jsonb_array_elements(reviews.remarks) WITH ORDINALITY AS remark(value, place)
ORDER BY reviews.id, remark.place;--> statement-breakpoint
INSERT INTO "review_remarks" ("review_id", "remark_id", "position", "done")
SELECT kept.review_id, kept.id, kept.place, coalesce((reviews.remarks -> kept.place ->> 'done')::boolean, false)
FROM (
	SELECT id, review_id, (row_number() OVER (PARTITION BY review_id ORDER BY id) - 1)::int AS place FROM remarks
) AS kept JOIN reviews ON reviews.id = kept.review_id;--> statement-breakpoint
UPDATE "assignments" SET "criteria" = (
	SELECT jsonb_agg(criterion.value || jsonb_build_object('id', criterion.place) ORDER BY criterion.place)
	FROM jsonb_array_elements(assignments.criteria) WITH ORDINALITY AS criterion(value, place)
) WHERE jsonb_array_length("criteria") > 0;--> statement-breakpoint
ALTER TABLE "reviews" DROP COLUMN "remarks";