import { type SQL, sql } from 'drizzle-orm'

/** What an import has made in its course: two queries of ids, and the id of who imported it. */
export interface Imported {
  userId: SQL
  sectionIds: SQL
  lessonIds: SQL
}

/** A table with rows of courses or of lessons. */
interface Part {
  /** The course of a row; in parts of lessons the lesson. */
  place: SQL
  /** The table with what leads to `place`; the table alone without it. */
  from?: SQL
  /** Which rows count; all of them without it. */
  only?: SQL
  /** Which of these an import has not made; all of them without it. */
  since?: (made: Imported) => SQL
  /** Copies of courses have such rows from the beginning: a digest has all of them, whole. */
  copied?: true
}

const inCourse = (table: string) => ({ place: sql`${sql.identifier(table)}.course_id` })
const inLesson = (table: string) => ({ place: sql`${sql.identifier(table)}.lesson_id` })

const inAssignment = (table: string) => ({
  from: sql`${sql.identifier(table)} join assignments on assignments.id = assignment_id`,
  ...inLesson('assignments'),
})

/**
 * The parts of a course, as the tables that have them: what undoing an import or a new year would delete with it. Every
 * table that refers to courses or to what is in them is here, or in `course-parts.test.ts` with the reason.
 */
export const courseParts = {
  /** What students have begun in lessons. */
  begun: {
    lesson_reads: {
      ...inLesson('lesson_reads'),
      only: sql`exists (select 1 from users where users.id = lesson_reads.user_id and users.role = 'student')`,
    },
    tasks: inAssignment('tasks'),
    journal_cells: inAssignment('journal_cells'),
    quiz_attempts: {
      from: sql`quiz_attempts join quizzes on quizzes.id = quiz_id`,
      ...inLesson('quizzes'),
    },
    scorm_results: {
      from: sql`scorm_results join scorm_packages on scorm_packages.id = package_id`,
      ...inLesson('scorm_packages'),
    },
    lti_results: {
      from: sql`lti_results join lti_links on lti_links.id = link_id`,
      ...inLesson('lti_links'),
    },
    lesson_questions: inLesson('lesson_questions'),
  },
  /** What people have changed in lessons: an import makes no versions, quizzes without changes, and no places of tools. */
  rewritten: {
    lesson_versions: { ...inLesson('lesson_versions'), only: sql`lesson_versions.user_id is not null` },
    quizzes: { ...inLesson('quizzes'), copied: true, only: sql`quizzes.revision > 0` },
    lti_links: { ...inLesson('lti_links'), copied: true },
    // their changes make versions
    assignments: { ...inLesson('assignments'), copied: true, only: sql`false` },
  },
  /**
   * The texts of a course that people have changed, what they have added to it, and who has joined it; deleted lessons
   * count, too. Another day of a lesson does not; of renamed sections and another order an import keeps a digest.
   */
  added: {
    courses: { place: sql`courses.id`, copied: true, only: sql`courses.changed_at > courses.created_at` },
    sections: {
      ...inCourse('sections'),
      copied: true,
      since: ({ sectionIds }) => sql`sections.id not in (${sectionIds})`,
    },
    lessons: {
      ...inCourse('lessons'),
      copied: true,
      since: ({ lessonIds }) => sql`lessons.id not in (${lessonIds})`,
    },
    course_teachers: {
      ...inCourse('course_teachers'),
      copied: true,
      since: ({ userId }) => sql`course_teachers.user_id <> ${userId}`,
    },
    cohort_courses: { ...inCourse('cohort_courses'), copied: true },
    // the others are in one of the classes
    course_students: { ...inCourse('course_students'), only: sql`course_students.by_hand` },
    certificates: inCourse('certificates'),
    applications: inCourse('applications'),
    course_events: inCourse('course_events'),
    journal_columns: inCourse('journal_columns'),
    journal_totals: inCourse('journal_totals'),
    period_locks: inCourse('period_locks'),
    imports: {
      from: sql`imports as others`,
      ...inCourse('others'),
      only: sql`not others.makes_course and others.status <> 'failed'`,
    },
    saved_comments: inCourse('saved_comments'),
    announcements: {
      from: sql`announcements cross join unnest(to_courses) as announced (course_id)`,
      ...inCourse('announced'),
    },
  },
} satisfies Record<string, Record<string, Part>>

const partsOf = (group: keyof typeof courseParts) =>
  Object.entries<Part>(courseParts[group]).map(([table, part]) => ({
    table,
    from: sql`${sql.identifier(table)}`,
    ...part,
  }))

const hasAny = (group: keyof typeof courseParts, ids: SQL, made?: Imported) => {
  const found = partsOf(group).map(({ from, place, only, since }) => {
    const conditions = [sql`${place} in (${ids})`, only, made && since?.(made)].filter((one) => one !== undefined)
    return sql`exists (select 1 from ${from} where ${sql.join(conditions, sql` and `)})`
  })
  return sql`(${sql.join(found, sql` or `)})`
}

/** Whether students have read these lessons or begun anything in them, or have questions or entries of a journal there. */
export const isBegun = (lessonIds: SQL) => hasAny('begun', lessonIds)

/** Whether people have changed these lessons since they were imported. */
export const isRewritten = (lessonIds: SQL) => hasAny('rewritten', lessonIds)

/** Whether people have changed the texts of a course, joined it or added anything to it since an import made it. */
export const isExtended = (courseId: SQL, made: Imported) => hasAny('added', courseId, made)

const comparedParts = [
  ...partsOf('added').map((part) => ({ ...part, course: part.place })),
  ...partsOf('rewritten').map(({ from, place, ...part }) => ({
    ...part,
    from: sql`${from} join lessons on lessons.id = ${place}`,
    course: sql`lessons.course_id`,
  })),
]

/** The tables whose rows copies of courses have from the beginning. */
export const copiedTables = comparedParts.flatMap(({ table, copied }) => (copied ? [table] : []))

/**
 * Everything that people write in and to courses, as rows of text: `whole` of the rows that copies have from the
 * beginning; of the others only that they are there.
 */
export const comparedRows = (courseIds: SQL, whole: (table: string) => SQL) =>
  sql.join(
    comparedParts.map(({ table, from, course, only, copied }) =>
      copied
        ? sql`select ${whole(table)} as row from ${from} where ${course} = any(${courseIds})`
        : sql`select ${table} as row from ${from} where ${course} = any(${courseIds}) and ${only ?? sql`true`}`,
    ),
    sql` union all `,
  )
