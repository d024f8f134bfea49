import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courseParts } from '#server/courses/course-parts.repo.ts'
import { testApp } from '#server/testing/app.ts'

const { db } = await testApp()

/** Tables that refer to courses or to what is in them, and stop nobody from undoing an import or a new year. */
const notCounted = [
  // people choose programmes that are announced, which has changed the row of the course
  'child_registrations',
  'registrations',
  // former students count for what they have begun
  'course_leavers',
  // of columns of the journal, which count themselves
  'journal_marks',
  // personal notes are checked by `hasNotes`, as one that was emptied does not count
  'lesson_notes',
  // only the order of lessons, without a text of anybody
  'lesson_requirements',
  // made from the names and texts of lessons by a trigger
  'lesson_words',
  // tokens of five minutes
  'lti_launches',
  // news of a lesson outlives it
  'notifications',
  // of tasks, which count themselves
  'reviews',
  'task_students',
  // only imports add packages
  'scorm_entries',
  'scorm_packages',
]

test('every table that refers to a course or to what is in it counts as a part of it, or is listed here', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    with recursive deleted as (
      select 'courses'::regclass::oid as id
      union
      select conrelid from pg_constraint join deleted on confrelid = deleted.id
      where contype = 'f' and confdeltype = 'c')
    select distinct conrelid::regclass::text as name from pg_constraint join deleted on confrelid = deleted.id
    where contype = 'f'`)
  const referring = rows.map(({ name }) => name)
  const counted = Object.values(courseParts).flatMap((group) => Object.keys(group))
  // announcements have ids of courses in an array, without a foreign key
  const known = [...counted, ...notCounted].filter((name) => !['announcements', 'courses'].includes(name))
  expect(referring.toSorted()).toEqual(known.toSorted())
})
