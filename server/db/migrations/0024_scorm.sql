CREATE TABLE "scorm_entries" (
	"package_id" integer NOT NULL,
	"path" text NOT NULL,
	"offset" integer NOT NULL,
	"compressed_size" integer NOT NULL,
	"size" integer NOT NULL,
	"method" smallint NOT NULL,
	CONSTRAINT "scorm_entries_package_id_path_pk" PRIMARY KEY("package_id","path")
);
--> statement-breakpoint
CREATE TABLE "scorm_packages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scorm_packages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"lesson_id" integer NOT NULL,
	"file_id" text NOT NULL,
	"title" text NOT NULL,
	"version" text NOT NULL,
	"items" jsonb NOT NULL,
	"link_key" "bytea" NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scorm_results" (
	"package_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"item" text NOT NULL,
	"completed" boolean NOT NULL,
	"passed" boolean,
	"score" real,
	"data" text NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "scorm_results_package_id_user_id_item_pk" PRIMARY KEY("package_id","user_id","item")
);
--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "scorm" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scorm_entries" ADD CONSTRAINT "scorm_entries_package_id_scorm_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."scorm_packages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scorm_packages" ADD CONSTRAINT "scorm_packages_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scorm_packages" ADD CONSTRAINT "scorm_packages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scorm_results" ADD CONSTRAINT "scorm_results_package_id_scorm_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."scorm_packages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scorm_results" ADD CONSTRAINT "scorm_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scorm_packages_by_lesson" ON "scorm_packages" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "scorm_packages_by_file" ON "scorm_packages" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "scorm_results_by_user" ON "scorm_results" USING btree ("user_id");