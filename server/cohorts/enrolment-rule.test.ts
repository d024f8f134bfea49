import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { numbers } from '#server/testing/numbers.fixture.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db, call, signedIn } = await testApp()
const { token, id: curatorId } = await signedIn({ role: 'curator' })

const random = numbers(20_261_124)
const one = <Item>(list: Item[]) => list[Math.floor(random() * list.length)] as Item
const some = <Item>(list: Item[], share = 0.5) => list.filter(() => random() < share)

const students = (await Promise.all(Array.from({ length: 6 }, () => buildUser(db))))
  .map(({ id }) => id)
  .toSorted((a, b) => a - b)
const courses = (await Promise.all(Array.from({ length: 4 }, () => buildCourse(db)))).map(({ id }) => id)
for (const course_id of courses) {
  const assignment = await buildAssignment(db, { lesson_id: (await buildLesson(db, { course_id })).id })
  for (const student of students) {
    await buildTask(db, {
      assignment_id: assignment.id,
      students: [student],
      status: 'accepted',
      attempts: [
        {
          content: '<p>Готово</p>',
          hoursAgo: 2,
          review: { user_id: curatorId, hoursAgo: 1, verdict: 'accepted', score: 4 },
        },
      ],
    })
  }
}

/** What was handed in and how it was marked. */
const marks = async () => {
  const { rows } = await db.execute(sql`
    select tasks.id, tasks.status, tasks.score, attempts.number, attempts.content, reviews.verdict
    from tasks join attempts on attempts.task_id = tasks.id left join reviews on reviews.attempt_id = attempts.id
    order by 1, 4`)
  return rows
}
const marksBefore = await marks()

/** Who takes each course, in the order of the courses. */
const enrolled = async () => {
  const { rows } = await db.execute<{ course_id: number; user_id: number }>(sql`
    select course_id, user_id from course_students order by user_id`)
  return courses.map((id) => rows.filter(({ course_id }) => course_id === id).map(({ user_id }) => user_id))
}

interface Class {
  id: number
  students: number[]
  courses: number[]
}

/** What the rule says, kept beside the site. */
const byHand = new Map<number, number[]>(courses.map((id) => [id, []]))
let classes: Class[] = []
const expected = () =>
  courses.map((id) =>
    students.filter(
      (student) =>
        byHand.get(id)?.includes(student) ||
        classes.some((cohort) => cohort.courses.includes(id) && cohort.students.includes(student)),
    ),
  )

const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token, ...(body === undefined ? {} : { body }) })

const setByHand = async () => {
  const [id, chosen] = [one(courses), some(students, 0.3)]
  byHand.set(id, chosen)
  return ask('PUT', `/api/courses/${id}/students`, { user_ids: chosen })
}
const makeClass = async () => {
  const made = { students: some(students), courses: some(courses) }
  const body = { name: '9 «А»', student_ids: made.students, course_ids: made.courses }
  const response = await ask('POST', '/api/cohorts', body)
  classes.push({ ...made, id: response.body.cohort.id })
  return response
}
const setPeople = async () => {
  const cohort = one(classes)
  cohort.students = some(students)
  return ask('PUT', `/api/cohorts/${cohort.id}`, { student_ids: cohort.students })
}
const setCourses = async () => {
  const cohort = one(classes)
  cohort.courses = some(courses)
  return ask('PUT', `/api/cohorts/${cohort.id}`, { course_ids: cohort.courses })
}
const setBoth = async () => {
  const cohort = one(classes)
  Object.assign(cohort, { students: some(students), courses: some(courses) })
  return ask('PUT', `/api/cohorts/${cohort.id}`, { student_ids: cohort.students, course_ids: cohort.courses })
}
const deleteClass = async () => {
  const cohort = one(classes)
  classes = classes.filter(({ id }) => id !== cohort.id)
  return ask('DELETE', `/api/cohorts/${cohort.id}`)
}

const nextAct = () => {
  if (classes.length < 2) return makeClass
  return one([
    setByHand,
    setByHand,
    setPeople,
    setPeople,
    setCourses,
    setCourses,
    setBoth,
    classes.length < 5 ? makeClass : deleteClass,
    deleteClass,
  ])
}

it.for([1, 2, 3])(
  'who takes a course was enrolled by hand or is in a class that takes it, 50 acts, part %i',
  async () => {
    for (let nth = 0; nth < 50; nth += 1) {
      const { status } = await nextAct()()
      expect(status).toBeLessThan(300)
      expect(await enrolled()).toEqual(expected())
    }
    expect(await marks()).toEqual(marksBefore)
  },
)

it('the same holds after acts at the same time', async () => {
  for (let round = 0; round < 15; round += 1) {
    while (classes.length < 3) await makeClass()
    const responses = await Promise.all([setPeople(), setByHand(), setCourses(), setBoth(), deleteClass(), setByHand()])
    // a class that was deleted a moment before
    expect(responses.filter(({ status }) => status >= 300 && status !== 404)).toEqual([])
    const { rows } = await db.execute(sql`
      with theirs as (
        select course_id, user_id from cohort_courses join cohort_students using (cohort_id)
        union select course_id, user_id from course_students where by_hand)
      (select course_id, user_id from course_students except table theirs)
      union all (table theirs except select course_id, user_id from course_students)`)
    expect(rows).toEqual([])
  }
  expect(await marks()).toEqual(marksBefore)
})
