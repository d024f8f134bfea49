import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { moscowOffsetMs } from '#contract/dates.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { numbers } from '#server/testing/numbers.fixture.ts'

const { db, call, signedIn, runEffects, outbox } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let teacher: Signed
let colleague: Signed
let third: Signed
let curator: Signed
let student: Signed
const by = () => ({ id: curator.id, role: 'curator' }) as const

beforeEach(async () => {
  ;[teacher, colleague, third, curator, student] = await Promise.all([
    signedIn({ role: 'teacher', name: 'Мария', surname: 'Орлова' }),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
    signedIn(),
  ])
})

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const handOver = (to: Signed[], until?: string, from = teacher) =>
  ask(curator, 'POST', `/api/users/${from.id}/handover`, { to: to.map(({ id }) => id), ...(until && { until }) })
const undo = (id: number) => ask(curator, 'POST', `/api/handovers/${id}/undo`)
const nextYear = `${new Date().getFullYear() + 1}-01-15`

const submitted = (person: Signed) => ({
  students: [person.id],
  status: 'submitted' as const,
  attempts: [{ content: '<p>Готово.</p>', hoursAgo: 1 }],
})
const assignmentIn = async (course: { id: number }, reviewer_ids: number[] = []) =>
  (await buildAssignment(db, { lesson_id: (await buildLesson(db, { course_id: course.id })).id, reviewer_ids })).id
const taskIn = async (course: { id: number }, parts: { reviewer_id?: number; reviewers?: number[] } = {}) =>
  (
    await buildTask(db, {
      assignment_id: await assignmentIn(course, parts.reviewers),
      ...submitted(student),
      ...(parts.reviewer_id && { reviewer_id: parts.reviewer_id }),
    })
  ).id
const taught = (teachers: Signed[]) =>
  buildCourse(db, { teachers: teachers.map(({ id }) => id), students: [student.id] })
const reviewerOf = async (id: number) => (await ask(curator, 'GET', `/api/tasks/${id}`)).body.task.reviewer?.id ?? null
const teachersOf = async ({ id }: { id: number }) =>
  (await ask(curator, 'GET', `/api/courses/${id}`)).body.course.teachers.map(({ id }: { id: number }) => id)
const begin = (person: Signed, taskId: number, comment: string) =>
  ask(person, 'PUT', `/api/drafts/review:${taskId}`, { value: { comment }, revision: 0 })
const draftOf = async (person: Signed, taskId: number) =>
  (await ask(person, 'GET', `/api/drafts/review:${taskId}`)).body.draft.value

/** Everything that a handover may touch, without revisions of drafts and the story of tasks. */
const digest = async () => {
  const { rows } = await db.execute(sql`
    select 'teacher' as kind, to_jsonb(course_teachers) as row from course_teachers
    union all select 'leader', to_jsonb(cohort_leaders) from cohort_leaders
    union all select 'course', to_jsonb(courses) from courses
    union all select 'class', to_jsonb(cohorts) from cohorts
    union all select 'assignment', to_jsonb(assignments) from assignments
    union all select 'task', to_jsonb(tasks) from tasks
    union all select 'review', to_jsonb(reviews) from reviews
    union all select 'draft', jsonb_build_array(user_id, key, value) from drafts where value is not null
    order by 1, 2`)
  return rows
}

describe('handing over', () => {
  it('passes courses, waiting tasks, begun verdicts and classes on', async () => {
    const [course, shared] = [await taught([teacher]), await taught([teacher, third])]
    const [waiting, leased, other] = [
      await taskIn(course),
      await taskIn(course, { reviewer_id: teacher.id, reviewers: [teacher.id] }),
      await taskIn(shared),
    ]
    await ask(teacher, 'POST', `/api/tasks/${leased}/lease`)
    await begin(teacher, leased, 'Почти хорошо')
    const cohort = await buildCohort(db, { by: by(), leaders: [teacher.id], students: [student.id] })
    expect((await ask(curator, 'GET', `/api/users/${teacher.id}/handovers`)).body).toEqual({
      holds: { courses: 2, tasks: 2, cohorts: 1 },
      handovers: [],
    })
    const { status, body } = await handOver([colleague])
    expect([status, body.moved]).toEqual([200, { courses: 2, tasks: 2, cohorts: 1 }])
    expect(await teachersOf(course)).toEqual([colleague.id])
    expect(new Set(await teachersOf(shared))).toEqual(new Set([third.id, colleague.id]))
    expect([await reviewerOf(waiting), await reviewerOf(leased), await reviewerOf(other)]).toEqual([
      colleague.id,
      colleague.id,
      null,
    ])
    expect((await ask(curator, 'GET', `/api/tasks/${leased}`)).body.task.lease).toBeNull()
    expect(await draftOf(colleague, leased)).toEqual({ comment: 'Почти хорошо' })
    expect((await ask(colleague, 'GET', `/api/cohorts/${cohort}`)).body.cohort.leader_ids).toEqual([colleague.id])
    expect((await ask(teacher, 'GET', `/api/courses/${course.id}`)).status).toBe(404)
    const { entries } = (await ask(curator, 'GET', '/api/audit?kind=handover')).body
    expect(entries[0]).toMatchObject({
      object: { id: teacher.id },
      after: { receivers: [{ id: colleague.id }], moved: { courses: 2, tasks: 2, cohorts: 1 } },
    })
  })

  it('counts before it as much as passes then: with the tasks that wait for a receiver, too', async () => {
    const shared = await taught([teacher, colleague])
    await taskIn(shared)
    const countFor = async (query: string) =>
      (await ask(curator, 'GET', `/api/users/${teacher.id}/handovers${query}`)).body.holds.tasks
    expect(await countFor('')).toBe(0)
    expect(await countFor(`?to=${third.id}`)).toBe(0)
    expect(await countFor(`?to=${third.id},${colleague.id}`)).toBe(1)
    expect((await ask(curator, 'GET', `/api/users/${teacher.id}/handovers?to=x`)).status).toBe(422)
    expect((await handOver([third, colleague])).body.moved.tasks).toBe(1)
  })

  it('shares tasks out evenly between several people, who all teach the courses', async () => {
    const course = await taught([teacher])
    for (let nth = 0; nth < 5; nth += 1) await taskIn(course)
    const { body } = await handOver([colleague, third])
    expect(body.moved.tasks).toBe(5)
    expect((await teachersOf(course)).toSorted()).toEqual([colleague.id, third.id].toSorted())
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int from tasks where reviewer_id in (${colleague.id}, ${third.id}) group by reviewer_id order by 1`)
    expect(rows.map(({ count }) => count)).toEqual([2, 3])
  })

  it('notifies the receivers on the site and by letter, and everybody when it has returned', async () => {
    await mergeSettings(db, 'school', { cohort_word: 'group' }, null)
    await taught([teacher])
    const { body } = await handOver([colleague], nextYear)
    await runEffects()
    const lettersTo = async ({ user }: Signed) =>
      (await readLetters(outbox)).filter(({ to }) => to.includes(user.email)).map(({ text }) => text)
    const text = expect.stringMatching(/Мария Орлова\. Курсы: 1, работы на проверку: 0, группы: 0\./)
    expect(await lettersTo(colleague)).toEqual([text])
    expect((await ask(colleague, 'GET', '/api/users/notifications')).body.notifications).toMatchObject([
      { type: 'handover', data: { title: 'Мария Орлова: дела переданы вам' } },
    ])
    await undo(body.handover.id)
    await runEffects()
    const [, returned] = await lettersTo(colleague)
    expect(returned).toContain('снова ведёт свои курсы и группы')
    expect(await lettersTo(teacher)).toEqual([expect.stringContaining('Ваши курсы, работы и группы снова у вас')])
    await mergeSettings(db, 'school', { cohort_word: 'class' }, null)
  })

  it('is refused to somebody who may not teach, to the person themselves, and for a day that is over', async () => {
    await taught([teacher])
    const gone = await signedIn({ role: 'teacher', active: false })
    const before = await digest()
    for (const person of [student, gone, teacher, { ...student, id: 2_000_000_000 }]) {
      const { status, body } = await handOver([person])
      expect([status, Object.keys(body.errors)]).toEqual([422, ['to']])
    }
    expect((await handOver([])).status).toBe(422)
    const today = new Date(Date.now() + moscowOffsetMs).toISOString().slice(0, 10)
    for (const day of ['2020-01-01', today])
      expect((await handOver([colleague], day)).body.errors.until).toEqual([expect.stringContaining('уже наступил')])
    expect((await handOver([colleague], 'завтра')).body.errors.until).toHaveLength(1)
    expect((await handOver([colleague], undefined, student)).status).toBe(409)
    expect(await digest()).toEqual(before)
  })

  it('leaves no reviewer to judged tasks, so that a question reaches whoever teaches the course now', async () => {
    const course = await taught([teacher])
    const task = await taskIn(course, { reviewer_id: teacher.id })
    await ask(teacher, 'POST', `/api/tasks/${task}/review`, { attempt: 1, verdict: 'accepted', score: 5 })
    await handOver([colleague])
    expect(await reviewerOf(task)).toBeNull()
    await ask(student, 'POST', `/api/tasks/${task}/comments`, { text: 'Почему пять?' })
    await runEffects()
    const notified = async (person: Signed) =>
      JSON.stringify((await ask(person, 'GET', '/api/users/notifications')).body).includes('Почему пять?')
    expect([await notified(colleague), await notified(teacher)]).toEqual([true, false])
  })

  it('leaves a verdict that the receiver has begun as it is', async () => {
    const task = await taskIn(await taught([teacher, colleague]))
    await begin(teacher, task, 'Моё')
    await begin(colleague, task, 'Чужое')
    await handOver([colleague])
    expect([await draftOf(colleague, task), await draftOf(teacher, task)]).toEqual([
      { comment: 'Чужое' },
      { comment: 'Моё' },
    ])
  })
})

describe('handing over at the same moment', () => {
  it('is refused when there is more by the time that it could begin', async () => {
    const [course, another] = [await taught([teacher]), await taught([colleague])]
    const letGo = await hold(db, sql`select 1 from courses where id = ${course.id} for update`)
    const handing = handOver([third])
    await expect.poll(() => countWaiting(db)).toBe(1)
    await db.execute(sql`insert into course_teachers (course_id, user_id) values (${another.id}, ${teacher.id})`)
    await letGo()
    const { status, body } = await handing
    expect([status, body.detail]).toEqual([409, expect.stringContaining('новые дела')])
    expect(await teachersOf(course)).toEqual([teacher.id])
    expect((await handOver([third])).body.moved.courses).toBe(2)
  })
})

describe('a handover for a time', () => {
  it('returns on its day, and what was reviewed meanwhile stays', async () => {
    const course = await taught([teacher])
    const [reviewed, waiting] = [await taskIn(course), await taskIn(course)]
    const { body } = await handOver([colleague], nextYear)
    expect(body.handover.until).toBe(new Date(`${nextYear}T00:00:00+03:00`).toISOString())
    await ask(colleague, 'POST', `/api/tasks/${reviewed}/review`, { attempt: 1, verdict: 'accepted', score: 5 })
    // came meanwhile
    const fresh = await taskIn(course, { reviewer_id: colleague.id })
    await db.execute(sql`update effects set visible_at = now() where kind = 'handover-over'`)
    await runEffects()
    expect(await teachersOf(course)).toEqual([teacher.id])
    expect([await reviewerOf(waiting), await reviewerOf(fresh)]).toEqual([null, teacher.id])
    expect((await ask(teacher, 'GET', `/api/tasks/${reviewed}`)).body.task).toMatchObject({
      status: { slug: 'accepted' },
      attempts: [{ review: { user: { id: colleague.id } } }],
    })
    expect((await ask(curator, 'GET', `/api/users/${teacher.id}/handovers`)).body.handovers[0].ended_at).not.toBeNull()
    expect((await undo(body.handover.id)).status).toBe(409)
  })

  it('returns judged tasks to their reviewer, and takes those that the receiver judged from them', async () => {
    const course = await taught([teacher])
    const [before, meanwhile] = [await taskIn(course, { reviewer_id: teacher.id }), await taskIn(course)]
    const accept = (person: Signed, task: number) =>
      ask(person, 'POST', `/api/tasks/${task}/review`, { attempt: 1, verdict: 'accepted', score: 5 })
    await accept(teacher, before)
    const { body } = await handOver([colleague], nextYear)
    await accept(colleague, meanwhile)
    expect([await reviewerOf(before), await reviewerOf(meanwhile)]).toEqual([null, colleague.id])
    await undo(body.handover.id)
    expect([await reviewerOf(before), await reviewerOf(meanwhile)]).toEqual([teacher.id, null])
  })

  it('leaves everything with the receivers when its owner no longer teaches', async () => {
    const course = await taught([teacher])
    const { body } = await handOver([colleague], nextYear)
    await ask(curator, 'DELETE', `/api/users/${teacher.id}`)
    expect((await undo(body.handover.id)).status).toBe(409)
    await db.execute(sql`update effects set visible_at = now() where kind = 'handover-over'`)
    await runEffects()
    expect(await teachersOf(course)).toEqual([colleague.id])
  })

  it('returns to its owner from the person whom the receiver has handed it on to', async () => {
    const course = await taught([teacher])
    const [task, judged] = [await taskIn(course), await taskIn(course)]
    const first = (await handOver([colleague], nextYear)).body.handover
    await ask(colleague, 'POST', `/api/tasks/${judged}/review`, { attempt: 1, verdict: 'accepted', score: 5 })
    const second = (await handOver([third], nextYear, colleague)).body.handover
    expect([await teachersOf(course), await reviewerOf(task)]).toEqual([[third.id], third.id])
    await undo(first.id)
    expect([await teachersOf(course), await reviewerOf(task)]).toEqual([[teacher.id], null])
    await undo(second.id)
    expect([await teachersOf(course), await reviewerOf(judged)]).toEqual([[teacher.id], null])
  })

  it('leaves with its owner what the receiver has handed back meanwhile', async () => {
    const course = await taught([teacher])
    const first = (await handOver([colleague], nextYear)).body.handover
    const second = (await handOver([teacher], nextYear, colleague)).body.handover
    for (const { id } of [first, second]) {
      expect((await undo(id)).status).toBe(200)
      expect(await teachersOf(course)).toEqual([teacher.id])
    }
  })

  it('returns also when one that it was handed on by returns at the same moment', async () => {
    const course = await taught([teacher])
    const first = (await handOver([colleague], nextYear)).body.handover
    const second = (await handOver([third], nextYear, colleague)).body.handover
    const letGo = await hold(db, sql`select 1 from courses where id = ${course.id} for update`)
    const both = Promise.all([undo(first.id), undo(second.id)])
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect((await both).map(({ status }) => status)).toEqual([200, 200])
    expect(await teachersOf(course)).toEqual([teacher.id])
  })

  it('has nothing to do on its day when it is returned by hand at that moment', async () => {
    await taught([teacher])
    const { id } = (await handOver([colleague], nextYear)).body.handover
    await db.execute(sql`update effects set visible_at = now() where kind = 'handover-over'`)
    const letGo = await hold(db, sql`select 1 from users where id = ${teacher.id} for update`)
    const returned = undo(id)
    await expect.poll(() => countWaiting(db)).toBe(1)
    const day = runEffects()
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect((await returned).status).toBe(200)
    await day
  })
})

it('returning restores the database, whatever was handed over and however it was shared', async () => {
  const random = numbers(20_261_125)
  const some = <Item>(list: Item[], share = 0.5) => list.filter(() => random() < share)
  const staff = [teacher, colleague, third, curator]
  const people = await Promise.all(Array.from({ length: 4 }, () => signedIn()))
  for (let nth = 0; nth < 8; nth += 1) {
    const teachers = [teacher, ...some([colleague, third], 0.3)].slice(nth % 3 === 0 ? 1 : 0)
    const course = await taught(teachers)
    const assignment = await assignmentIn(
      course,
      some(staff, 0.3).map(({ id }) => id),
    )
    for (const person of people) {
      const reviewer = some([curator, ...teachers], 0.3)[0]
      const { id } = await buildTask(db, {
        assignment_id: assignment,
        ...submitted(person),
        ...(reviewer && { reviewer_id: reviewer.id }),
      })
      if (random() < 0.3) await begin(teacher, id, `Черновик ${id}`)
      if (random() < 0.2) await begin(colleague, id, `Ещё один ${id}`)
      if (random() < 0.2) await ask(curator, 'POST', `/api/tasks/${id}/excuse`, { reason: 'Болел' })
    }
    await buildCohort(db, { by: by(), leaders: some(staff).map(({ id }) => id), courses: [course.id] })
  }
  const before = await digest()
  for (let round = 0; round < 12; round += 1) {
    const from = round % 4 === 0 ? curator : teacher
    const to = some(staff.filter(({ id }) => id !== from.id))
    const { body } = await handOver(to.length > 0 ? to : [third], random() < 0.5 ? nextYear : undefined, from)
    expect(body.moved.courses + body.moved.tasks + body.moved.cohorts).toBeGreaterThan(0)
    const left = await ask(curator, 'GET', `/api/users/${from.id}/handovers`)
    expect(left.body.holds).toEqual({ courses: 0, tasks: 0, cohorts: 0 })
    expect((await undo(body.handover.id)).status).toBe(200)
    const now = (await digest()).map((row) => JSON.stringify(row))
    const was = before.map((row) => JSON.stringify(row))
    expect(now.filter((row) => !was.includes(row))).toEqual(was.filter((row) => !now.includes(row)))
  }
})
