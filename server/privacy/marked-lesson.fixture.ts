import { sql } from 'drizzle-orm'
import { buildAnnouncement } from '#server/announcements/announcements.factory.ts'
import { announcementReads } from '#server/announcements/announcements.table.ts'
import type { Db } from '#server/db/database.ts'
import { lessonReads } from '#server/lessons/lessons.table.ts'
import { buildLink } from '#server/lti/lti.factory.ts'
import { saveResult } from '#server/lti/lti.repo.ts'
import { insertLaunch } from '#server/lti/lti-access.repo.ts'
import { lessonNotes } from '#server/notes/notes.table.ts'
import { lessonQuestions } from '#server/questions/questions.table.ts'
import { buildQuiz } from '#server/quizzes/quizzes.factory.ts'
import { quizAttempts } from '#server/quizzes/quizzes.table.ts'
import { hoursAgo } from '#server/tasks/tasks.factory.ts'

interface Marked {
  user_id: number
  student_id: number
  curator_id: number
  lesson_id: number
  mark: (column: `${string}.${string}`) => string
}

/**
 * The marked person's questions, answers, note, reading mark, quiz and result of a tool in a lesson, and announcements
 * they read and wrote.
 */
export const addLessonTraces = async (db: Db, { user_id, student_id, curator_id, lesson_id, mark }: Marked) => {
  const asked = { lesson_id, created_at: hoursAgo(3) }
  const text = mark('lesson_questions.text')
  await db.insert(lessonQuestions).values([
    { ...asked, user_id, text },
    { ...asked, user_id, text, answer: 'Да.', answered_by: curator_id, answered_at: hoursAgo(2) },
    {
      ...asked,
      user_id: student_id,
      text: 'А так?',
      answer: mark('lesson_questions.answer'),
      answered_by: user_id,
      answered_at: hoursAgo(2),
    },
  ])
  await db.insert(lessonReads).values({ user_id, lesson_id })
  const link_id = await buildLink(db, { lesson_id })
  await insertLaunch(db, { token_hash: Buffer.from('10'), link_id, user_id, target: 'frame' })
  await db.execute(sql`
    insert into lti_subjects (tool_id, user_id, subject) select tool_id, ${user_id}, 'sign' from lti_links where id = ${link_id}`)
  await db.execute(sql`
    insert into lti_consents (tool_id, user_id, shares_name, shares_email)
    select tool_id, ${user_id}, true, true from lti_links where id = ${link_id}`)
  await saveResult(db, {
    link_id,
    user_id,
    given: 8,
    maximum: 10,
    activity: 'Completed',
    grading: 'FullyGraded',
    comment: mark('lti_results.comment'),
    scored_at: hoursAgo(1),
  })
  await db.execute(sql`
    with added as (
      insert into journal_columns (course_id, name, held_on)
      select course_id, 'Ответ у доски', '2026-09-01' from lessons where id = ${lesson_id} returning id)
    insert into journal_marks (column_id, student_id, user_id, score, comment, changed_at)
    select id, ${user_id}::int, ${curator_id}::int, 4, ${mark('journal_marks.comment')}, now() from added
    union all select id, ${student_id}::int, ${user_id}::int, 5, '', now() from added`)
  await db.execute(sql`
    with added as (
      insert into periods (kind, name, from_day, to_day) values ('term', '1 четверть', '2026-09-01', '2026-10-25')
      returning id),
    locked as (
      insert into period_locks (course_id, period_id, user_id, locked_at)
      select course_id, added.id, ${user_id}::int, now() from lessons, added where lessons.id = ${lesson_id})
    insert into journal_totals (course_id, period_id, student_id, score, user_id, changed_at)
    select course_id, added.id, student_id, 80, writer_id, now()
    from lessons, added, (values (${user_id}::int, ${curator_id}::int), (${student_id}::int, ${user_id}::int))
      as given (student_id, writer_id)
    where lessons.id = ${lesson_id}`)
  await db.insert(lessonNotes).values({
    user_id,
    lesson_id,
    text: mark('lesson_notes.text'),
    highlights: [{ id: '0'.repeat(32), start: 0, quote: mark('lesson_notes.highlights'), text: '' }],
    revision: 1,
    saved_at: hoursAgo(1),
  })
  const quiz = await buildQuiz(db, { lesson_id })
  await db.insert(quizAttempts).values({
    quiz_id: quiz.id,
    user_id,
    number: 1,
    key: mark('quiz_attempts.key'),
    answers: { 1: mark('quiz_attempts.answers') },
    scores: [],
    points: 0,
    max_points: 1,
  })
  const announced = await buildAnnouncement(db, { author_id: curator_id, to_roles: ['student'] })
  await buildAnnouncement(db, { author_id: user_id })
  await db.insert(announcementReads).values({ announcement_id: announced.id, user_id })
}
