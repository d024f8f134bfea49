CREATE TABLE "people_import_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_import_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"import_id" integer NOT NULL,
	"user_id" integer,
	"table_name" text NOT NULL,
	"key" jsonb NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "people_import_rows" (
	"import_id" integer NOT NULL,
	"line" integer NOT NULL,
	"verdict" text NOT NULL,
	"user_id" integer,
	"name" text NOT NULL,
	"wanted" jsonb NOT NULL,
	"file_errors" jsonb NOT NULL,
	"errors" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "people_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "people_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"status" text DEFAULT 'ready' NOT NULL,
	"file_name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"headings" jsonb NOT NULL,
	"counts" jsonb NOT NULL,
	"new_classes" jsonb NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"applied_at" timestamptz(3),
	"undone_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "people_import_changes" ADD CONSTRAINT "people_import_changes_import_id_people_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."people_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_import_changes" ADD CONSTRAINT "people_import_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_import_rows" ADD CONSTRAINT "people_import_rows_import_id_people_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."people_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_import_rows" ADD CONSTRAINT "people_import_rows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_imports" ADD CONSTRAINT "people_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_import_changes_by_import" ON "people_import_changes" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "people_import_changes_by_user" ON "people_import_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "people_import_rows_by_user" ON "people_import_rows" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "people_imports_by_user" ON "people_imports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "people_imports_by_time" ON "people_imports" USING btree ("created_at");