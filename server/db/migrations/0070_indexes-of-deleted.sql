CREATE INDEX "organisation_documents_by_file" ON "organisation_documents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "organisation_documents_by_signature" ON "organisation_documents" USING btree ("signature_file_id") WHERE signature_file_id is not null;--> statement-breakpoint
CREATE INDEX "projects_by_cover" ON "projects" USING btree ("cover_file_id") WHERE cover_file_id is not null;--> statement-breakpoint
CREATE INDEX "submit_keys_by_task" ON "submit_keys" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "task_students_by_assignment" ON "task_students" USING btree ("assignment_id");