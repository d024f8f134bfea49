import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import type { TaskAsk } from '#contract/tasks/tasks.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { asksReviewers } from '#server/tasks/idle-tasks.repo.ts'
import { loadTasks } from '#server/tasks/present-task.ts'
import { addUpTaskCounts } from '#server/tasks/task-counts.repo.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { countWaitingTasks } from '#server/tasks/waiting-tasks.repo.ts'
import { testDatabase } from '#server/testing/database.ts'
import { numbers } from '#server/testing/numbers.fixture.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db } = await testDatabase()

const random = numbers(20_261_126)
const among = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
const statuses: TaskStatus[] = ['draft', 'submitted', 'returned', 'accepted', 'excused']

const curator = await buildUser(db, { role: 'curator', name: 'Анна', surname: 'Куратор' })
const teacher = await buildUser(db, { role: 'teacher' })
const students = await Promise.all(
  Array.from({ length: 12 }, (_, nth) =>
    buildUser(db, { name: among(['Анна', 'Пётр', 'Семён']), surname: `Ким${nth % 3}` }),
  ),
)
const courseIds: number[] = []
for (let course = 0; course < 4; course += 1) {
  const { id } = await buildCourse(db, {
    teachers: course < 2 ? [teacher.id] : [],
    students: students.map((student) => student.id),
  })
  courseIds.push(id)
  for (let lesson = 0; lesson < 4; lesson += 1) {
    const { id: lesson_id } = await buildLesson(db, {
      course_id: id,
      position: lesson + 1,
      name: among(['Анна на портрете', 'Шрифт', 'Сетка']),
    })
    const { id: assignment_id } = await buildAssignment(db, { lesson_id })
    for (let nth = 0; nth < 4; nth += 1) {
      const members = students.slice(nth * 3, nth * 3 + 1 + Math.floor(random() * 3))
      const hoursAgo = 1 + Math.floor(random() * 50)
      const status = among(statuses)
      await buildTask(db, {
        assignment_id,
        students: members.map((member) => member.id),
        status,
        attempts: status === 'draft' ? [] : [{ content: '<p>Готово.</p>', hoursAgo }],
      })
    }
  }
}

/** What each task is, by the rules for one row after the other. */
const readTasks = async () => {
  const { rows } = await db.execute<{
    id: number
    status: TaskStatus
    course_id: number
    question: boolean
    extension: boolean
    reviewer_id: number | null
    asks: boolean
    taught: boolean
    texts: string[]
  }>(sql`
    select tasks.id, tasks.status, tasks.course_id, tasks.reviewer_id, question_at is not null as question, extension_asked is not null as extension,
      ${asksReviewers} as asks,
      tasks.course_id in (select course_id from course_teachers where user_id = ${teacher.id}) as taught,
      array(select name || ' ' || surname || ' ' || name from users join task_students on user_id = users.id
        where task_id = tasks.id) || lessons.name as texts
    from tasks join assignments on assignments.id = tasks.assignment_id join lessons on lessons.id = assignments.lesson_id
    join courses on courses.id = tasks.course_id and courses.deleted_at is null
    order by tasks.submitted_at asc nulls last, tasks.id`)
  return rows
}

const waiting = (status: TaskStatus) => ['draft', 'submitted', 'returned'].includes(status)

interface Asked {
  status?: TaskStatus
  asks?: TaskAsk
  search?: string
  course_id?: number
  reviewer?: 'me' | 'nobody'
}

/** A list and its counts equal what each task says about itself. */
const compare = async (actor: Actor, filter: Asked, known: Awaited<ReturnType<typeof readTasks>>) => {
  const { status, asks, search, course_id, reviewer } = filter
  const mine = known.filter(
    (task) =>
      (actor.role === 'curator' || task.taught) &&
      (!reviewer || task.reviewer_id === (reviewer === 'me' ? actor.id : null)) &&
      (course_id === undefined || task.course_id === course_id) &&
      (!search || task.texts.some((text) => text.toLowerCase().includes(search))),
  )
  const listed = mine.filter((task) =>
    asks
      ? task.asks && task[asks] && (!status || task.status === status)
      : task.status !== 'draft' && (!status || (task.status === status && (task.asks || !waiting(status)))),
  )
  const pages = [1, 2, 4]
  for (const page of pages) {
    const found = await loadTasks(db, actor, filter, page)
    const about = JSON.stringify({ role: actor.role, filter, page })
    expect(found.total, about).toBe(listed.length)
    // questions have an order of their own
    if (!asks) {
      const ids = listed.slice((page - 1) * 30, page * 30).map(({ id }) => id)
      expect(
        found.tasks.map(({ id }) => id),
        about,
      ).toEqual(ids)
    }
    const asking = mine.filter((task) => task.asks)
    expect(found.counts, about).toEqual({
      ...Object.fromEntries(
        statuses.map((slug) => [
          slug,
          mine.filter((task) => task.status === slug && slug !== 'draft' && (task.asks || !waiting(slug))).length,
        ]),
      ),
      questions: asking.filter(({ question }) => question).length,
      extensions: asking.filter(({ extension }) => extension).length,
    })
  }
}

const compareAll = async () => {
  const known = await readTasks()
  const submitted = known.filter((task) => task.status === 'submitted' && task.asks)
  expect(await countWaitingTasks(db, curator.id)).toBe(submitted.length)
  expect(await countWaitingTasks(db, teacher.id)).toBe(submitted.filter(({ taught }) => taught).length)
  for (const actor of [curator, teacher] as unknown as Actor[]) {
    await compare(actor, {}, known)
    await compare(actor, { status: among(statuses.slice(1)) }, known)
    await compare(actor, { asks: among(['question', 'extension'] as const) }, known)
    const search = among(['анна', 'анна ким1', 'ким0', 'шрифт', 'нет такого'])
    await compare(actor, { search }, known)
    await compare(actor, { search, status: among(statuses.slice(1)) }, known)
    await compare(actor, { search, status: 'submitted', reviewer: among(['me', 'nobody'] as const) }, known)
    await compare(actor, { search, course_id: among(courseIds), asks: 'question' }, known)
  }
}

const some = () => sql`id % 5 = ${Math.floor(random() * 5)}`
const moment = () => among([null, '2026-01-01T10:00:00Z'])
const acts = [
  () => sql`update tasks set status = ${among(statuses)} where ${some()}`,
  () =>
    sql`update tasks set submitted_at = now() - make_interval(mins => (id * 7) % 20) where ${some()} and status <> 'draft'`,
  () => sql`update tasks set question_at = ${moment()}, extension_asked = ${moment()} where ${some()}`,
  () => sql`update tasks set reviewer_id = ${among([null, teacher.id, curator.id])} where ${some()}`,
  () => sql`update courses set status = ${among(['published', 'archived'])} where id = ${among(courseIds)}`,
  () => sql`update courses set deleted_at = ${moment()} where id = ${among(courseIds)}`,
  () => sql`update lessons set deleted_at = ${moment()} where ${some()}`,
  () => sql`update users set active = ${random() < 0.7} where id = ${among(students).id}`,
  () => sql`insert into course_leavers (course_id, user_id) select ${among(courseIds)}, id from users
    where ${some()} and role = 'student' on conflict do nothing`,
  () =>
    sql`delete from course_students where user_id in (select id from users where ${some()}) and course_id = ${among(courseIds)}`,
  () => sql`insert into course_students (course_id, user_id) select ${among(courseIds)}, id from users
    where ${some()} and role = 'student' on conflict do nothing`,
  () =>
    sql`delete from task_students where task_id in (select id from tasks where ${some()}) and user_id = ${among(students).id}`,
]

it('lists and counts equal what the tasks say one by one, after any act', { timeout: 120_000 }, async () => {
  await compareAll()
  for (let nth = 0; nth < 16; nth += 1) {
    await db.execute(among(acts)())
    // while others write
    await Promise.all([addUpTaskCounts(db), addUpTaskCounts(db), db.execute(among(acts)())])
    await compareAll()
  }
})

it('the rows of students have the state of the task, also when both change at the same time', async () => {
  const [first] = await readTasks()
  const add = sql`insert into task_students (task_id, user_id, assignment_id, course_id)
    select id, ${curator.id}, assignment_id, course_id from tasks where id = ${first?.id}`
  const change = (status: TaskStatus) => db.execute(sql`update tasks set status = ${status} where id = ${first?.id}`)
  for (let nth = 0; nth < 10; nth += 1) {
    await db.execute(sql`delete from task_students where user_id = ${curator.id}`)
    await Promise.all([change(among(statuses)), db.execute(add), change(among(statuses))])
    const { rows } =
      await db.execute(sql`select task_students.task_id from task_students join tasks on tasks.id = task_id
      where (task_students.status, task_students.submitted_at) is distinct from (tasks.status, tasks.submitted_at)`)
    expect(rows).toEqual([])
  }
})

it('an act that is undone counts nothing', async () => {
  const before = await loadTasks(db, curator as unknown as Actor, {}, 1)
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`update tasks set status = 'excused'`)
      tx.rollback()
    })
    .catch(() => {})
  expect(await loadTasks(db, curator as unknown as Actor, {}, 1)).toEqual(before)
})
