CREATE INDEX "last_visits_by_time" ON "last_visits" USING btree ("at","user_id");--> statement-breakpoint
CREATE INDEX "users_off" ON "users" USING btree ("id") WHERE not active;--> statement-breakpoint
CREATE INDEX "users_without_password" ON "users" USING btree ("id") WHERE password_hash is null;