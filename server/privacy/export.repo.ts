import { type SQL, sql } from 'drizzle-orm'
import { staffKinds } from '#contract/tasks/tasks.policy.ts'
import { called } from '#contract/users/student-word.ts'
import type { Db } from '#server/db/database.ts'
import { accessParts } from '#server/privacy/export-access.repo.ts'
import { accountParts, type ExportPart } from '#server/privacy/export-account.repo.ts'
import { cohortParts } from '#server/privacy/export-cohorts.repo.ts'
import { withheld } from '#server/projects/projects.table.ts'

/** Notes among staff are not exported (see docs/security.md). */
const amongStaff = sql`any(${sql.param([...staffKinds])}::text[])`

/** A list of rows that joins another row. */
const listed = (query: SQL) => sql`(select coalesce(json_agg(item), '[]') from (${query}) item)`

const reviewsOfAttempt = listed(sql`
  select reviews.verdict, reviews.comment, reviews.score, reviews.criteria, reviews.created_at, reviews.revoked_at,
    users.name || ' ' || users.surname as reviewer
  from reviews join users on users.id = reviews.user_id
  where reviews.attempt_id = attempts.id order by reviews.id`)

const partsOfTask = sql`
  ${listed(sql`
    select users.name, users.surname from task_students team join users on users.id = team.user_id
    where team.task_id = tasks.id order by users.id`)} as students,
  ${listed(sql`
    select attempts.number, attempts.content, attempts.link, attempts.submitted_at, attempts.withdrawn_at,
      ${reviewsOfAttempt} as reviews
    from attempts where attempts.task_id = tasks.id order by attempts.number`)} as attempts,
  ${listed(sql`
    select remarks.attempt, remarks.text, remarks.anchor, remarks.fixed, remarks.answer
    from remarks where remarks.task_id = tasks.id order by remarks.id`)} as remarks,
  ${listed(sql`
    select from_score, to_score, reason, created_at from score_changes
    where score_changes.task_id = tasks.id order by score_changes.id`)} as score_changes,
  ${listed(sql`
    select thread_entries.kind, thread_entries.text, thread_entries.until, thread_entries.created_at,
      users.name || ' ' || users.surname as author
    from thread_entries join users on users.id = thread_entries.user_id
    where thread_entries.task_id = tasks.id and not thread_entries.kind = ${amongStaff}
    order by thread_entries.id`)} as thread`

/**
 * Everything that is known of a person, part by part. A child's registration that a parent has not answered is left
 * out: its address is unconfirmed, so that somebody who opens an account under the parent's would receive the child's
 * data.
 */
export const exportParts: Record<string, ExportPart> = {
  ...accountParts,
  ...accessParts,
  courses_taken: {
    description: 'курсы, на которых вы учитесь',
    owners: ['course_students.user_id'],
    rows: ({ id }) => sql`
      select courses.id, courses.name, course_students.since, course_students.by_hand
      from course_students join courses on courses.id = course_students.course_id
      where course_students.user_id = ${id} order by courses.id`,
  },
  courses_left: {
    description: 'курсы, с которых вы ушли',
    owners: ['course_leavers.user_id'],
    rows: ({ id }) => sql`
      select courses.id, courses.name, course_leavers.left_at
      from course_leavers join courses on courses.id = course_leavers.course_id
      where course_leavers.user_id = ${id} order by courses.id`,
  },
  courses_taught: {
    description: 'курсы, которые вы ведёте',
    owners: ['course_teachers.user_id'],
    rows: ({ id }) => sql`
      select courses.id, courses.name, course_teachers.since
      from course_teachers join courses on courses.id = course_teachers.course_id
      where course_teachers.user_id = ${id} order by courses.id`,
  },
  ...cohortParts,
  handovers: {
    description: 'когда вы передавали дела другим',
    owners: ['handovers.user_id'],
    rows: ({ id }) => sql`
      select until, created_at, ended_at from handovers where user_id = ${id} order by id`,
  },
  works: {
    description: 'ваши работы: черновики, попытки, решения с замечаниями, переписка',
    owners: ['task_students.user_id', 'attempts.submitted_by'],
    rows: ({ id }) => sql`
      select tasks.id, courses.name as course, lessons.name as lesson, assignments.text as assignment, tasks.status,
        tasks.score, tasks.draft_content, tasks.draft_link, tasks.draft_saved_at, tasks.extended_until,
        tasks.created_at, ${partsOfTask}
      from tasks
      join task_students on task_students.task_id = tasks.id and task_students.user_id = ${id}
      join assignments on assignments.id = tasks.assignment_id
      join lessons on lessons.id = assignments.lesson_id
      join courses on courses.id = lessons.course_id
      order by tasks.id`,
  },
  lines_in_threads: {
    description: 'что вы писали под работами, своими и чужими, с заметками для преподавателей',
    owners: ['thread_entries.user_id'],
    rows: ({ id }) => sql`
      select task_id as work, kind, text, until, created_at from thread_entries where user_id = ${id} order by id`,
  },
  verdicts_given: {
    get description() {
      return `ваши решения по работам ${called('студентов')}`
    },
    owners: ['reviews.user_id'],
    rows: ({ id }) => sql`
      select attempts.task_id as work, attempts.number as attempt, verdict, comment, score, criteria, created_at, revoked_at
      from reviews join attempts on attempts.id = reviews.attempt_id where reviews.user_id = ${id} order by reviews.id`,
  },
  scores_given: {
    description: 'оценки, которые вы поставили в журнале',
    owners: ['score_changes.user_id'],
    rows: ({ id }) => sql`
      select task_id as work, from_score, to_score, reason, created_at
      from score_changes where user_id = ${id} order by id`,
  },
  journal_notes: {
    description: 'отсутствия и комментарии в журналах: о вас и те, что отметили вы',
    owners: ['journal_cells.student_id', 'journal_cells.user_id'],
    rows: ({ id }) => sql`
      select courses.name as course, lessons.name as lesson, student_id = ${id} as own,
        journal_cells.absent, journal_cells.comment, journal_cells.changed_at
      from journal_cells join assignments on assignments.id = journal_cells.assignment_id
      join lessons on lessons.id = assignments.lesson_id join courses on courses.id = lessons.course_id
      where ${id} in (student_id, journal_cells.user_id) order by journal_cells.changed_at, assignments.id`,
  },
  journal_marks: {
    description: 'отметки в столбцах журнала без сдачи: ваши и те, что поставили вы',
    owners: ['journal_marks.student_id', 'journal_marks.user_id'],
    rows: ({ id }) => sql`
      select courses.name as course, journal_columns.name as column, journal_columns.held_on, student_id = ${id} as own,
        journal_marks.score, journal_marks.absent, journal_marks.comment, journal_marks.changed_at
      from journal_marks join journal_columns on journal_columns.id = journal_marks.column_id
      join courses on courses.id = journal_columns.course_id
      where ${id} in (student_id, journal_marks.user_id) order by journal_marks.changed_at, journal_columns.id`,
  },
  journal_totals: {
    description: 'итоги за четверти, полугодия и годы: ваши и те, что поставили вы, в процентах',
    owners: ['journal_totals.student_id', 'journal_totals.user_id'],
    rows: ({ id }) => sql`
      select courses.name as course, periods.name as period, student_id = ${id} as own,
        journal_totals.score, journal_totals.changed_at
      from journal_totals join periods on periods.id = journal_totals.period_id
      join courses on courses.id = journal_totals.course_id
      where ${id} in (student_id, journal_totals.user_id)
      order by journal_totals.changed_at, courses.id, periods.id`,
  },
  closed_periods: {
    description: 'периоды, которые вы закрыли в журналах',
    owners: ['period_locks.user_id'],
    rows: ({ id }) => sql`
      select courses.name as course, periods.name as period, locked_at
      from period_locks join periods on periods.id = period_locks.period_id
      join courses on courses.id = period_locks.course_id
      where period_locks.user_id = ${id} order by locked_at, courses.id, periods.id`,
  },
  works_to_review: {
    description: 'работы, которые поручены вам или открыты вами',
    owners: ['tasks.reviewer_id', 'tasks.lease_user_id'],
    rows: ({ id }) => sql`
      select id as work, status, lease_since from tasks where ${id} in (reviewer_id, lease_user_id) order by id`,
  },
  acts_on_many: {
    description: 'действия сразу над многими работами',
    owners: ['task_batches.user_id'],
    rows: ({ id }) => sql`select action, items, created_at from task_batches where user_id = ${id} order by id`,
  },
  saved_comments: {
    description: 'сохранённые комментарии',
    owners: ['saved_comments.user_id'],
    rows: ({ id }) => sql`
      select text, course_id, uses, created_at from saved_comments where user_id = ${id} order by id`,
  },
  imports: {
    description: 'что вы импортировали в курсы, и с какими замечаниями',
    owners: ['imports.user_id'],
    rows: ({ id }) => sql`
      select kind, course_id as course, status, warnings, created_at from imports where user_id = ${id} order by id`,
  },
  applications: {
    description: 'ваши заявки на курсы и ответы, которые вы дали на заявки других',
    owners: ['applications.user_id', 'applications.decided_by'],
    rows: ({ id }) => sql`
      select courses.name as course, user_id = ${id} as own, applications.status,
        case when user_id = ${id} then applications.text end as text, reason, applications.created_at, decided_at
      from applications join courses on courses.id = applications.course_id
      where ${id} in (user_id, decided_by) order by applications.id`,
  },
  projects: {
    description: 'ваши проекты',
    owners: ['project_authors.user_id'],
    rows: ({ id }) => sql`
      select projects.id, projects.name, summary, content, tags, status, visibility, views,
        case when agreed_at is not null then hidden_reason end as hidden_reason,
        case when agreed_at is not null then link_key end as link_key, project_authors.position, agreed_at, profile_position, created_at, published_at, deleted_at
      from projects join project_authors on project_authors.project_id = projects.id
      where project_authors.user_id = ${id} and (agreed_at is not null or (deleted_at is null and not ${withheld}))
      order by projects.id`,
  },
  project_comments: {
    description: 'ваши комментарии к проектам',
    owners: ['project_comments.user_id'],
    rows: ({ id }) => sql`
      select project_id as project, text, created_at from project_comments where user_id = ${id} order by id`,
  },
  project_reports: {
    description: 'ваши жалобы на проекты и решения по жалобам',
    owners: ['project_reports.user_id', 'project_reports.resolved_by'],
    rows: ({ id }) => sql`
      select project_id as project, user_id = ${id} as own, reason,
        case when user_id = ${id} then text end as text, created_at, resolution, resolved_at
      from project_reports where ${id} in (user_id, resolved_by) order by id`,
  },
  likes: {
    description: 'что вам понравилось',
    owners: ['project_likes.user_id', 'task_likes.user_id'],
    rows: ({ id }) => sql`
      select 'project' as kind, project_id as id, created_at from project_likes where user_id = ${id}
      union all select 'work', task_id, created_at from task_likes where user_id = ${id} order by created_at`,
  },
  lesson_reads: {
    description: 'уроки, которые вы прочитали',
    owners: ['lesson_reads.user_id'],
    rows: ({ id }) => sql`
      select lesson_id as lesson, read_at from lesson_reads where user_id = ${id} order by read_at, lesson_id`,
  },
  quiz_attempts: {
    description: 'ваши ответы на тесты и их результаты',
    owners: ['quiz_attempts.user_id'],
    rows: ({ id }) => sql`
      select lessons.name as lesson, quizzes.title as quiz, number, answers, scores, points, max_points, answered_at
      from quiz_attempts join quizzes on quizzes.id = quiz_attempts.quiz_id
      join lessons on lessons.id = quizzes.lesson_id
      where quiz_attempts.user_id = ${id} order by quiz_attempts.id`,
  },
  certificates: {
    description: 'ваши сертификаты и те, которые вы отозвали',
    owners: ['certificates.user_id', 'certificates.withdrawn_by'],
    rows: ({ id }) => sql`
      select number, user_id = ${id} as own, case when user_id = ${id} then name end as name, course, issued_on,
        withdrawn_at, reason, replaced_by
      from certificates where ${id} in (user_id, withdrawn_by) order by created_at`,
  },
  calendar_link: {
    description: 'ссылка на ваш календарь: когда она сделана',
    owners: ['calendar_links.user_id'],
    rows: ({ id }) => sql`select created_at from calendar_links where user_id = ${id}`,
  },
  course_events: {
    description: 'события, которые вы добавили в календари курсов',
    owners: ['course_events.created_by'],
    rows: ({ id }) => sql`
      select courses.name as course, course_events.at, course_events.title, course_events.created_at
      from course_events join courses on courses.id = course_events.course_id
      where course_events.created_by = ${id} order by course_events.id`,
  },
  scorm_results: {
    description: 'ваши результаты в пакетах SCORM и то, что пакеты запомнили',
    owners: ['scorm_results.user_id'],
    rows: ({ id }) => sql`
      select lessons.name as lesson, scorm_packages.title as package, item, completed, passed, score, data, scorm_results.updated_at
      from scorm_results join scorm_packages on scorm_packages.id = scorm_results.package_id
      join lessons on lessons.id = scorm_packages.lesson_id
      where scorm_results.user_id = ${id} order by scorm_results.package_id, item`,
  },
  lti_results: {
    description:
      'ваши результаты во внешних инструментах, знаки, под которыми вас знают инструменты, и согласия с ними',
    owners: ['lti_results.user_id', 'lti_subjects.user_id', 'lti_launches.user_id', 'lti_consents.user_id'],
    rows: ({ id }) => sql`
      select lessons.name as lesson, lti_links.title, lti_tools.name as tool, subject, activity, grading, given, maximum,
        lti_results.comment, scored_at, agreed_at, lti_consents.shares_name, lti_consents.shares_email
      from lti_subjects join lti_tools on lti_tools.id = lti_subjects.tool_id
      left join (lti_results join lti_links on lti_links.id = lti_results.link_id join lessons on lessons.id = lti_links.lesson_id)
        on lti_links.tool_id = lti_tools.id and lti_results.user_id = lti_subjects.user_id
      left join lti_consents on lti_consents.tool_id = lti_tools.id and lti_consents.user_id = lti_subjects.user_id
      where lti_subjects.user_id = ${id} order by lti_tools.id, lti_links.id`,
  },
  lesson_questions: {
    description: 'ваши вопросы к урокам и ответы на чужие',
    owners: ['lesson_questions.user_id', 'lesson_questions.answered_by'],
    rows: ({ id }) => sql`
      select lesson_id as lesson, 'question' as kind, text, created_at from lesson_questions where user_id = ${id}
      union all select lesson_id, 'answer', answer, answered_at from lesson_questions where answered_by = ${id}
      order by created_at`,
  },
  lesson_notes: {
    description: 'ваши заметки к урокам и цитаты в них, и к удалённым урокам тоже',
    owners: ['lesson_notes.user_id'],
    rows: ({ id }) => sql`
      select courses.name as course, lessons.name as lesson, lesson_notes.text, highlights, saved_at
      from lesson_notes join lessons on lessons.id = lesson_notes.lesson_id join courses on courses.id = lessons.course_id
      where lesson_notes.user_id = ${id} order by courses.id, lessons.id`,
  },
  announcements: {
    description: 'объявления, которые вы написали',
    owners: ['announcements.author_id'],
    rows: ({ id }) => sql`
      select title, content, show_at, created_at from announcements where author_id = ${id} order by id`,
  },
  announcement_reads: {
    description: 'какие объявления вы прочитали',
    owners: ['announcement_reads.user_id'],
    rows: ({ id }) => sql`
      select announcements.title, announcement_reads.read_at
      from announcement_reads join announcements on announcements.id = announcement_reads.announcement_id
      where announcement_reads.user_id = ${id} order by announcement_reads.announcement_id`,
  },
  drafts: {
    description: 'черновики того, что вы начали писать',
    owners: ['drafts.user_id'],
    rows: ({ id }) => sql`select key, value, saved_at from drafts where user_id = ${id} order by id`,
  },
  notification_settings: {
    description: 'какие уведомления, письма и сообщения в браузер вы получаете',
    owners: ['notification_settings.user_id'],
    rows: ({ id }) =>
      sql`select quiet_from, quiet_to, time_zone, kinds from notification_settings where user_id = ${id}`,
  },
  push_subscriptions: {
    description: 'браузеры, в которые приходят сообщения',
    owners: ['push_subscriptions.user_id'],
    rows: ({ id }) => sql`select endpoint, created_at from push_subscriptions where user_id = ${id} order by id`,
  },
  notifications: {
    description: 'уведомления',
    owners: ['notifications.user_id', 'notification_deliveries.user_id'],
    rows: ({ id }) => sql`
      select type, title, comment, created_at, read_at from notifications where user_id = ${id} order by id`,
  },
  files: {
    description: 'файлы, которые вы загрузили, и сканы бумажных согласий за вас; сами они лежат рядом, в папке files',
    owners: ['files.user_id'],
    rows: ({ id }) => sql`
      select id, name, type, size, status, sha256, created_at from files
      where id in (
        select file_id from file_uses join consents on consents.id = file_uses.owner_id
        where file_uses.owner = 'consent' and consents.user_id = ${id})
        or (user_id = ${id} and not exists (
          select 1 from file_uses where file_uses.file_id = files.id and file_uses.owner = 'consent'))
      order by created_at, id`,
  },
  places_in_files: {
    description: 'где вы остановились в видео и записях',
    owners: ['file_places.user_id'],
    rows: ({ id }) => sql`
      select files.name as file, seconds from file_places join files on files.id = file_places.file_id
      where file_places.user_id = ${id}`,
  },
  acts_for_the_school: {
    description: 'что вы опубликовали и изменили от имени школы',
    owners: [
      'document_versions.published_by',
      'site_settings.updated_by',
      'organisation_pages.published_by',
      'organisation_pages.draft_saved_by',
      'organisation_versions.published_by',
      'organisation_documents.created_by',
      'organisation_documents.signed_by',
      'lesson_versions.user_id',
    ],
    rows: ({ id }) => sql`
      select 'document' as kind, slug || ', ' || version as what, published_at as at
        from document_versions where published_by = ${id}
      union all select 'settings', key, updated_at from site_settings where updated_by = ${id}
      union all select 'organisation page', number::text, published_at from organisation_pages where published_by = ${id}
      union all select 'organisation draft', number::text, draft_saved_at
        from organisation_pages where draft_saved_by = ${id}
      union all select 'organisation version', number::text, published_at
        from organisation_versions where published_by = ${id}
      union all select 'organisation document', title, created_at from organisation_documents where created_by = ${id}
      union all select 'signed document', title || ', ' || signature_number, signed_at
        from organisation_documents where signed_by = ${id}
      union all select 'lesson version', name, created_at from lesson_versions where user_id = ${id}
      order by at`,
  },
}

/** Columns that refer to people and are not exported, and why. */
export const leftOut: Record<string, string> = {
  'notifications.actor_id': 'it is the news of somebody else',
  'thread_entries.named_id': 'it is the act of somebody else, who gave the task or took it over',
  'submit_keys.user_id': 'copies of answers, kept for a day',
}

/** The rows of one part, as JSON; each is read by itself, so that many long texts block nobody. */
export const loadPart = async (
  db: Db,
  part: ExportPart,
  user: Parameters<ExportPart['rows']>[0],
): Promise<object[]> => {
  const { rows } = await db.execute<{ row: object }>(
    sql`select row_to_json(part) as row from (${part.rows(user)}) part`,
  )
  return rows.map(({ row }) => row)
}
