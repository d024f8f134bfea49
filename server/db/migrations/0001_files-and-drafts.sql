CREATE TABLE "drafts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"value" jsonb,
	"revision" integer NOT NULL,
	"saved_at" timestamptz(3) NOT NULL,
	CONSTRAINT "drafts_key" UNIQUE("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "file_places" (
	"user_id" integer NOT NULL,
	"file_id" text NOT NULL,
	"seconds" double precision NOT NULL,
	CONSTRAINT "file_places_user_id_file_id_pk" PRIMARY KEY("user_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "file_uses" (
	"file_id" text NOT NULL,
	"owner" text NOT NULL,
	"owner_id" integer NOT NULL,
	"position" integer,
	CONSTRAINT "file_uses_owner_owner_id_file_id_pk" PRIMARY KEY("owner","owner_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"status" text DEFAULT 'uploading' NOT NULL,
	"width" integer,
	"height" integer,
	"link_key" "bytea" NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"touched_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_places" ADD CONSTRAINT "file_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_places" ADD CONSTRAINT "file_places_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_uses" ADD CONSTRAINT "file_uses_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_uses_by_file" ON "file_uses" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "files_by_user" ON "files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "files_by_status" ON "files" USING btree ("status","touched_at");