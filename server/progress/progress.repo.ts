import { type SQL, sql } from 'drizzle-orm'
import { behind } from '#contract/cohorts/behind.ts'
import type { ProgressCohort, ProgressCourse, ProgressWeek } from '#contract/progress/progress.schema.ts'
import type { Db } from '#server/db/database.ts'
import { asksReviewers } from '#server/tasks/idle-tasks.repo.ts'

type Standing = 'id' | 'name' | 'students' | 'asked' | 'accepted' | 'overdue' | 'behind'

/** How far everybody is who takes a published course: added up by courses and by classes. */
interface StandingRow extends Record<string, unknown> {
  courses: Pick<ProgressCourse, Standing>[]
  cohorts: Pick<ProgressCohort, Standing>[]
}

/** Whether nothing of a task is overdue, by the rule of `listProgress`; the absence is apart. */
const isMet = (now: string) => sql`(tasks.status in ('submitted', 'accepted', 'excused')
  or (tasks.status = 'draft' and tasks.score is not null) or coalesce(tasks.extended_until >= ${now}::timestamptz, false))`

/** Sums of `pairs`, which has a row for each student of each course; with `people`, one for each student. */
const sums = sql`coalesce(sum(pairs.asked), 0)::int as asked, coalesce(sum(pairs.accepted), 0)::int as accepted,
  coalesce(sum(pairs.overdue), 0)::int as overdue`

/**
 * What is asked of every student of every published course, and how much of it is done and overdue: one pass over their
 * tasks, added up by courses and by classes that have not ended. The rules are those of the class screen
 * (`listProgress`).
 */
export const sumStanding = async (db: Db, now: string, today: string) => {
  const { rows } = await db.execute<StandingRow>(sql`
    with open as (
      select id, name from courses where deleted_at is null and status = 'published'),
    asked as (
      select assignments.id, lessons.course_id,
        coalesce(assignments.due_at < ${now}::timestamptz, false) as due
      from assignments join lessons on lessons.id = assignments.lesson_id join open on open.id = lessons.course_id
      where lessons.deleted_at is null and lessons.status = 'published'
        and coalesce(lessons.publish_at <= ${now}::timestamptz, true)),
    asked_of as (
      select course_id, count(*) as total, count(*) filter (where due) as due from asked group by course_id),
    done as (
      select asked.course_id, task_students.user_id,
        count(*) filter (where tasks.status = 'accepted') as accepted,
        count(*) filter (where tasks.status = 'excused') as excused,
        count(*) filter (where asked.due and ${isMet(now)}) as met
      from asked join task_students on task_students.assignment_id = asked.id join tasks on tasks.id = task_students.task_id
      group by asked.course_id, task_students.user_id),
    away as (
      select asked.course_id, journal_cells.student_id as user_id, count(*) as met
      from asked join journal_cells on journal_cells.assignment_id = asked.id and journal_cells.absent
      where asked.due and not exists (
        select 1 from task_students join tasks on tasks.id = task_students.task_id
        where task_students.assignment_id = asked.id and task_students.user_id = journal_cells.student_id
          and ${isMet(now)})
      group by asked.course_id, journal_cells.student_id),
    pairs as materialized (
      select course_students.course_id, course_students.user_id,
        coalesce(asked_of.total - coalesce(done.excused, 0), 0) as asked,
        coalesce(done.accepted, 0) as accepted,
        coalesce(asked_of.due - coalesce(done.met, 0) - coalesce(away.met, 0), 0) as overdue
      from course_students
      join open on open.id = course_students.course_id
      join users on users.id = course_students.user_id and users.active
      left join asked_of on asked_of.course_id = course_students.course_id
      left join done on done.course_id = course_students.course_id and done.user_id = course_students.user_id
      left join away on away.course_id = course_students.course_id and away.user_id = course_students.user_id),
    in_cohorts as (
      select cohort_students.cohort_id, cohort_students.user_id, sum(pairs.asked) as asked,
        sum(pairs.accepted) as accepted, sum(pairs.overdue) as overdue
      from cohort_students
      join users on users.id = cohort_students.user_id and users.active
      left join cohort_courses on cohort_courses.cohort_id = cohort_students.cohort_id
      left join pairs on pairs.course_id = cohort_courses.course_id and pairs.user_id = cohort_students.user_id
      group by cohort_students.cohort_id, cohort_students.user_id),
    of_courses as (
      select open.id, open.name, count(pairs.user_id)::int as students, ${sums},
        (count(*) filter (where pairs.overdue >= ${behind.overdue}))::int as behind
      from open left join pairs on pairs.course_id = open.id
      group by open.id, open.name),
    of_cohorts as (
      select cohorts.id, cohorts.name, count(pairs.user_id)::int as students, ${sums},
        (count(*) filter (where pairs.overdue >= ${behind.overdue}
          or coalesce(last_visits.at, users.created_at)
            <= ${now}::timestamptz - make_interval(days => ${behind.days})))::int as behind
      from cohorts
      left join in_cohorts as pairs on pairs.cohort_id = cohorts.id
      left join users on users.id = pairs.user_id
      left join last_visits on last_visits.user_id = pairs.user_id
      where cohorts.ends_on is null or cohorts.ends_on >= ${today}::date
      group by cohorts.id, cohorts.name)
    select
      (select coalesce(jsonb_agg(of_courses order by overdue desc, name, id), '[]') from of_courses) as courses,
      (select coalesce(jsonb_agg(of_cohorts order by overdue desc, name, id), '[]') from of_cohorts) as cohorts`)
  return rows[0] as StandingRow
}

/**
 * The tasks of a course that wait, and the verdicts since a moment that are in force, with their median wait in
 * seconds.
 */
type QueueRow = Pick<ProgressCourse, 'waiting' | 'waiting_since' | 'verdicts' | 'usual_wait'> &
  Record<string, unknown> & { course_id: number }

/** The queues of all courses that have any; moments are ISO 8601. */
export const listQueues = async (db: Db, since: string) => {
  const { rows } = await db.execute<QueueRow>(sql`
    with waits as (
      select tasks.course_id, count(*)::int as waiting, min(tasks.submitted_at) as since
      from tasks where tasks.status = 'submitted' and ${asksReviewers} group by tasks.course_id),
    judged as (
      select reviews.course_id, count(*)::int as verdicts,
        percentile_cont(0.5) within group (order by date_part('epoch', reviews.created_at - attempts.submitted_at))::int
          as usual_wait
      from reviews join attempts on attempts.id = reviews.attempt_id
      where reviews.revoked_at is null and reviews.created_at >= ${since}::timestamptz
      group by reviews.course_id)
    select coalesce(waits.course_id, judged.course_id) as course_id, coalesce(waits.waiting, 0) as waiting,
      to_char(waits.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as waiting_since,
      coalesce(judged.verdicts, 0) as verdicts, judged.usual_wait
    from waits full join judged on judged.course_id = waits.course_id`)
  return rows
}

/**
 * What happened in each week since a Monday, up to this one: also where nothing did. It began at the moment `start`.
 */
export const listWeeks = async (db: Db, { monday, start, today }: { monday: string; start: string; today: string }) => {
  const since = sql`${start}::timestamptz`
  // all weeks of Moscow have the same length, so that a division tells them apart
  const weekOf = (column: SQL) => sql`floor(date_part('epoch', ${column} - ${since}) / 604800)::int`
  const { rows } = await db.execute<ProgressWeek & Record<string, unknown>>(sql`
    with weeks as (
      select day::date as monday, (row_number() over (order by day))::int - 1 as week
      from generate_series(${monday}::date, ${today}::date, interval '7 days') as day),
    handed_in as materialized (
      select ${weekOf(sql`submitted_at`)} as week, task_id from attempts
      where submitted_at >= ${since} and withdrawn_at is null),
    submitted as (
      select week, count(*)::int as attempts from handed_in group by week),
    judged as (
      select ${weekOf(sql`reviews.created_at`)} as week, count(*)::int as verdicts,
        percentile_cont(0.5) within group (order by date_part('epoch', reviews.created_at - attempts.submitted_at))::int
          as usual_wait
      from reviews join attempts on attempts.id = reviews.attempt_id
      where reviews.revoked_at is null and reviews.created_at >= ${since}
      group by 1),
    acts as (
      select ${weekOf(sql`read_at`)} as week, user_id from lesson_reads where read_at >= ${since}
      union
      select ${weekOf(sql`answered_at`)}, user_id from quiz_attempts where answered_at >= ${since}
      union
      select handed_in.week, task_students.user_id
      from handed_in join task_students on task_students.task_id = handed_in.task_id),
    active as (
      select acts.week, count(*)::int as people
      from acts join users on users.id = acts.user_id and users.role = 'student' group by acts.week)
    select to_char(weeks.monday, 'YYYY-MM-DD') as "from",
      coalesce(active.people, 0) as active, coalesce(submitted.attempts, 0) as submitted,
      coalesce(judged.verdicts, 0) as verdicts, judged.usual_wait
    from weeks
    left join active on active.week = weeks.week
    left join submitted on submitted.week = weeks.week
    left join judged on judged.week = weeks.week
    order by weeks.week`)
  return rows
}
