-- Whoever had turned letters off gets none of the new kinds either; `push` is as by default.
insert into notification_settings (user_id, kinds)
select users.id, chosen.kinds from users, (
  select jsonb_object_agg(kind, jsonb_build_object('site', true, 'letter', 'off', 'push', push)) as kinds
  from (
    select unnest(array['task-accepted', 'task-returned', 'task-reopened', 'task-excused', 'task-comment', 'task-scored',
      'task-extended', 'task-extension-refused', 'task-reminder', 'question-asked', 'question-answered', 'announcement',
      'task-given', 'task-question', 'extension-asked', 'project-reported']) as kind, true as push
    union all select unnest(array['project-like', 'task-like', 'team-joined', 'team-left', 'project-comment',
      'project-comment-removed', 'project-hidden', 'project-author-asked', 'project-author-agreed', 'course-enrolled',
      'application-declined', 'lesson-published', 'certificate-issued', 'task-submitted', 'application-received',
      'user-registered']), false) as kinds) as chosen
where not users.letters and users.erased_at is null;--> statement-breakpoint
-- a letter about a verdict that has not left yet is sent as all others are: from the notification of the same event
insert into notification_deliveries (notification_id, channel, user_id, due_at)
select distinct notifications.id, 'letter', notifications.user_id, now()
from effects
join reviews on reviews.id = (effects.payload->>'review_id')::int and reviews.revoked_at is null
join attempts on attempts.id = reviews.attempt_id
join thread_entries on thread_entries.task_id = attempts.task_id and thread_entries.attempt = attempts.number
  and thread_entries.kind = reviews.verdict
join notifications on notifications.user_id = (effects.payload->>'user_id')::int
  and notifications.same_as = 'task-moved:' || thread_entries.id
where effects.kind = 'verdict-letter'
on conflict do nothing;--> statement-breakpoint
delete from effects where kind = 'verdict-letter';--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "letters";
