import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Family } from '#contract/family/family.schema.ts'
import { consents } from '#server/consents/consents.table.ts'
import { familySchool } from '#server/family/family.fixture.ts'
import { familyLinks } from '#server/family/family.table.ts'
import { newsOf } from '#server/family/family-letters.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildLink } from '#server/lti/lti.factory.ts'
import { ltiResults } from '#server/lti/lti.table.ts'
import { buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { quizAttempts } from '#server/quizzes/quizzes.table.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countStatements } from '#server/testing/count-statements.ts'
import { readLetters } from '#server/testing/letters.ts'
import { guardians, users } from '#server/users/users.table.ts'

const site = await testApp()
const { db, call, outbox } = site

const school = () => familySchool(site)
const see = (token: string) => call('GET', `/api/family/${token}`)
const family = async (token: string) => (await see(token)).body.family as Family

describe('a parent’s page', () => {
  it('shows all children of the parent with marks, due dates, absences and verdicts', async () => {
    const { link, anna, teacher, course } = await school()
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into periods (kind, name, from_day, to_day) values ('term', '1 четверть', '2026-01-01', '2099-12-31') returning id`)
    await call('PUT', `/api/courses/${course.id}/journal/totals`, {
      token: teacher.token,
      body: { totals: [{ period_id: rows[0]?.id, student_id: anna.id, score: 80 }] },
    })
    const { children, weekly } = await family(await link())
    expect(weekly).toBe(false)
    expect(children.map(({ name }) => name)).toEqual(['Анна', 'Борис'])
    const [first] = children
    expect(first).toMatchObject({ id: anna.id, surname: 'Белова', classes: ['9 «Б»'] })
    expect(Object.keys(first ?? {}).sort()).toEqual(['classes', 'consents', 'courses', 'id', 'name', 'surname'])
    const { tasks, totals } = first?.courses.find(({ name }) => name === 'Шрифт') ?? {}
    expect(totals).toEqual([{ period: '1 четверть', mark: '80\u00a0%', closed: false }])
    expect(tasks).toMatchObject([
      {
        lesson: 'Плакат',
        status: { slug: 'accepted' },
        score: 8,
        max_score: 10,
        verdict: { comment: 'Хорошая сетка.' },
      },
      { lesson: 'Афиша', status: null, overdue: true, verdict: null },
      { lesson: 'Буклет', status: null, overdue: false },
      { lesson: 'Ответ у доски', absent: true, note: 'Болела', overdue: false },
    ])
  })

  it('shows marks by the scale of the course, and columns without a hand-in', async () => {
    const { link, teacher, course, anna, boris } = await school()
    const { token } = teacher
    await call('PUT', `/api/courses/${course.id}`, { token, body: { scale: '2-5' } })
    const made = await call('POST', `/api/courses/${course.id}/journal/columns`, {
      token,
      body: { name: 'Диктант', held_on: '2026-11-20', max_score: 10 },
    })
    const column = made.body.column.id as number
    const cells = [
      { assignment_id: column, student_id: anna.id, score: 6, comment: 'Старалась' },
      { assignment_id: column, student_id: boris.id, absent: true },
    ]
    expect((await call('PUT', `/api/courses/${course.id}/journal/cells`, { token, body: { cells } })).status).toBe(200)
    const { children } = await family(await link())
    const [first, second] = children.map(({ courses }) => courses[0]?.tasks)
    expect(first?.[0]).toMatchObject({ lesson: 'Плакат', held_on: null, score: 8, mark: '4' })
    expect(first?.at(-1)).toMatchObject({
      id: column,
      lesson: 'Диктант',
      held_on: '2026-11-20',
      score: 6,
      mark: '3',
      note: 'Старалась',
      due_at: null,
      overdue: false,
      absent: false,
      noted_at: expect.any(String),
    })
    expect(second?.at(-1)).toMatchObject({ lesson: 'Диктант', score: null, mark: null, absent: true })
    const news = newsOf(children[0] as Family['children'][number], new Date()).join('\n')
    expect(news).toContain('«Плакат»: принято, 4. Хорошая сетка.')
    expect(news).toContain('«Диктант» (20 ноября 2026 г.), 3. Старалась')
    expect(news).toContain('«Ответ у доски», пропуск («н»). Болела')
  })

  it('shows the results of quizzes and tools that are in the journal, and of no others', async () => {
    const { link, course, anna } = await school()
    const lesson = await buildLesson(db, { course_id: course.id, name: 'Засечки', position: 1 })
    const question = { kind: 'text' as const, text: 'Да?', points: 4, accepted: ['да'] }
    const quiz = { lesson_id: lesson.id, questions: [question] }
    const counted = await buildQuizInText(db, { ...quiz, title: 'О засечках', in_journal: true })
    const other = await buildQuizInText(db, { ...quiz, title: 'Для себя' })
    const tool = await buildLink(db, { lesson_id: lesson.id, title: 'Кернинг', in_journal: true, max_points: 10 })
    const answer = { user_id: anna.id, answers: {}, scores: [], max_points: 4 }
    await db.insert(quizAttempts).values([
      { ...answer, quiz_id: counted.id, number: 1, key: 'one', points: 3 },
      { ...answer, quiz_id: counted.id, number: 2, key: 'two', points: 1 },
      { ...answer, quiz_id: other.id, number: 1, key: 'three', points: 4 },
    ])
    await db.insert(ltiResults).values({
      link_id: tool,
      user_id: anna.id,
      given: 40,
      maximum: 100,
      comment: '',
      activity: 'Completed',
      grading: 'FullyGraded',
      scored_at: new Date().toISOString(),
    })
    const { children } = await family(await link())
    const [first, second] = children.map(({ courses }) => courses[0]?.tasks.filter(({ quiz }) => quiz !== null))
    expect(first).toMatchObject([
      { lesson: 'Засечки', quiz: { kind: 'quiz', title: 'О засечках' }, score: 3, max_score: 4, due_at: null },
      { lesson: 'Засечки', quiz: { kind: 'tool', title: 'Кернинг' }, score: 4, max_score: 10, overdue: false },
    ])
    expect(second).toMatchObject([
      { score: null, noted_at: null },
      { score: null, noted_at: null },
    ])
    // in the order of the lessons
    expect(children[0]?.courses[0]?.tasks.map(({ lesson }) => lesson)).toEqual([
      ...['Плакат', 'Афиша', 'Буклет', 'Ответ у доски', 'Засечки', 'Засечки'],
    ])
    const news = newsOf(children[0] as Family['children'][number], new Date()).join('\n')
    expect(news).toContain('«Засечки»: тест «О засечках», 3 из 4')
    expect(news).toContain('«Засечки»: инструмент «Кернинг», 4 из 10')
    expect(news).not.toContain('Для себя')
  })

  it('takes the same number of statements for many quizzes and children as for one', async () => {
    const { link, course } = await school()
    const token = await link()
    const add = async () => {
      const lesson = await buildLesson(db, { course_id: course.id })
      await buildQuizInText(db, { lesson_id: lesson.id, in_journal: true })
    }
    await add()
    const one = await countStatements(() => family(token))
    for (let nth = 0; nth < 5; nth += 1) await add()
    expect(await countStatements(() => family(token))).toBe(one)
  })

  it('shows nothing of a draft, nor a verdict that was taken back', async () => {
    const { link, anna, late, accepted } = await school()
    await buildTask(db, { assignment_id: late.id, students: [anna.id], draft: '<p>Тайна</p>' })
    await db.execute(sql`update reviews set revoked_at = now()
      where attempt_id in (select id from attempts where task_id in (select id from tasks where assignment_id = ${accepted.id}))`)
    const [first] = (await family(await link())).children
    expect(JSON.stringify(first)).not.toContain('Тайна')
    expect(first?.courses[0]?.tasks[0]?.verdict).toBeNull()
  })

  it('has news of a verdict as it was, whatever became of the task since', async () => {
    const { link, boris, teacher, accepted, late } = await school()
    const review = { user_id: teacher.id, hoursAgo: 8, verdict: 'returned' as const, comment: 'Переделай' }
    const attempts = [{ content: '<p>Готово.</p>', hoursAgo: 9, review }]
    const base = { students: [boris.id], attempts }
    // handed in again and withdrawn
    await buildTask(db, { ...base, assignment_id: accepted.id, status: 'draft', draft: '<p>Ещё раз.</p>' })
    await buildTask(db, { ...base, assignment_id: late.id, status: 'excused' })
    const [, second] = (await family(await link())).children
    const news = newsOf(second as Family['children'][number], new Date()).join('\n')
    expect(news).toContain('«Плакат»: вернули на доработку. Переделай')
    expect(news).toContain('«Афиша»: вернули на доработку. Переделай')
  })

  it('leaves out a child whose account is off', async () => {
    const { link, boris } = await school()
    const token = await link()
    await db.update(users).set({ active: false }).where(sql`id = ${boris.id}`)
    expect((await family(token)).children).toHaveLength(1)
  })

  it('opens by the newest link alone, which is kept as a hash', async () => {
    const { link, email } = await school()
    const first = await link()
    const second = await link()
    expect((await see(first)).status).toBe(422)
    expect((await see(second)).status).toBe(200)
    const rows = await db.select().from(familyLinks).where(sql`email = ${email}`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(second)
  })

  it('ends by the curator, with the consent, and with age', async () => {
    const { link, end, anna, boris } = await school()
    const token = await link()
    await db.insert(consents).values({
      user_id: boris.id,
      document: 'parent-consent',
      version: 1,
      address: '127.0.0.1',
      parent: { name: 'Анна Белова', email: 'x@home.example' },
      withdrawn_at: new Date().toISOString(),
    })
    expect((await family(token)).children.map(({ id }) => id)).toEqual([anna.id])
    await db.update(users).set({ birth_date: '1990-01-01' }).where(sql`id = ${anna.id}`)
    expect((await see(token)).status).toBe(422)
    await db.update(users).set({ birth_date: null }).where(sql`id = ${anna.id}`)
    expect((await see(token)).status).toBe(200)
    expect((await end()).status).toBe(204)
    expect((await see(token)).status).toBe(422)
    expect((await end()).status).toBe(204)
  })

  it('is not sent once a curator has ended it, or sent it again', async () => {
    const { send, end, curator, anna, letters } = await school()
    await send()
    expect((await end()).status).toBe(204)
    expect(await letters()).toEqual([])
    const { entries } = (await call('GET', `/api/audit?kind=family-link-ended`, { token: curator.token })).body
    expect(entries[0].object.id).toBe(anna.id)
    await send()
    await send()
    const [letter, ...more] = await letters()
    expect(more).toEqual([])
    expect((await see(/\/family\/([\w-]+)/.exec(letter?.text ?? '')?.[1] as string)).status).toBe(200)
  })

  it('ends with a consent that a parent takes back, on paper, too', async () => {
    const { link, curator, anna, boris } = await school()
    const token = await link()
    await db.insert(consents).values({
      user_id: anna.id,
      document: 'parent-consent',
      version: 1,
      address: '',
      signed_on: '2026-09-01',
      parent: { name: 'Ольга Белова', email: '' },
    })
    expect((await family(token)).children).toHaveLength(2)
    const path = `/api/users/${anna.id}/paper-consents/parent-consent/withdrawal`
    expect((await call('POST', path, { token: curator.token })).status).toBe(200)
    expect((await family(token)).children.map(({ id }) => id)).toEqual([boris.id])
  })

  it('is renewed for a parent who has lost the letter, with the same response for every address', async () => {
    const { link, end, email, letters } = await school()
    const token = await link()
    const renew = (address: unknown) => call('POST', '/api/family/renewal', { body: { email: address } })
    const [known, unknown] = [await renew(email.toUpperCase()), await renew('nobody@home.example')]
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(known.body).toEqual(unknown.body)
    const [, letter, ...more] = await letters()
    expect(more).toEqual([])
    expect((await see(/\/family\/([\w-]+)/.exec(letter?.text ?? '')?.[1] as string)).status).toBe(200)
    // nobody who types a parent's address ends the link that the parent has
    expect((await see(token)).status).toBe(200)
    expect((await readLetters(outbox)).filter(({ to }) => to === 'nobody@home.example')).toEqual([])
    // what a curator has ended is not renewed
    await end()
    await renew(email)
    expect(await letters()).toHaveLength(2)
    await renew(email)
    expect((await renew(email)).status).toBe(429)
    expect((await renew('слово')).status).toBe(422)
  })

  it('is not sent where it would show nothing', async () => {
    const { send, anna, letters } = await school()
    await db.update(users).set({ awaits_parent_at: new Date().toISOString() }).where(sql`id = ${anna.id}`)
    expect((await send()).status).toBe(409)
    expect(await letters()).toEqual([])
  })

  it('is for those parents alone whom the curator has set', async () => {
    const { link, curator, anna, boris } = await school()
    const token = await link()
    const set = (parents: unknown) =>
      call('PUT', `/api/users/${anna.id}/parents`, { token: curator.token, body: { parents } })
    expect((await set([{ name: '', email: '' }])).status).toBe(422)
    const twice = { name: 'Мама', email: 'mother@home.example' }
    expect((await set([twice, twice])).body.errors).toEqual({ 'parents.1.email': ['Эта почта уже есть выше'] })
    const [child] = await db.select().from(users).where(sql`id = ${anna.id}`)
    expect(
      await set([
        { name: 'Папа', email: '' },
        { name: 'Мама', email: child?.email?.toUpperCase() },
      ]),
    ).toMatchObject({
      status: 422,
      body: { errors: { 'parents.1.email': ['Здесь нужна почта родителя'] } },
    })
    const { body } = await set([{ name: 'Ольга Белова', email: 'OLGA@home.example' }])
    expect(body.parents).toEqual([{ name: 'Ольга Белова', email: 'olga@home.example' }])
    expect((await family(token)).children.map(({ id }) => id)).toEqual([boris.id])
    const own = { email: 'olga@home.example' }
    expect(await call('PUT', `/api/users/${anna.id}`, { token: curator.token, body: own })).toMatchObject({
      status: 422,
      body: { errors: { email: ['Эта почта записана как почта родителя. Здесь нужна другая'] } },
    })
  })

  it('is for the parents of one of two curators who set them at once', async () => {
    const { curator, anna } = await school()
    const set = (names: string[]) =>
      call('PUT', `/api/users/${anna.id}/parents`, {
        token: curator.token,
        body: { parents: names.map((name) => ({ name, email: `${name}@at-once.example` })) },
      })
    for (const [one, other] of [
      [
        ['anna', 'both'],
        ['boris', 'both'],
      ],
      [['vera'], ['gleb']],
    ] as const) {
      await set([])
      const responses = await Promise.all([set([...one]), set([...other])])
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      const { body } = await call('GET', `/api/users/${anna.id}/parents`, { token: curator.token })
      expect([one, other]).toContainEqual(body.parents.map(({ name }: { name: string }) => name))
    }
  })

  it('is not sent to a child whose parents have no address', async () => {
    const { send, email, curator, anna } = await school()
    await db.delete(guardians).where(sql`email = ${email}`)
    const { status, body } = await send()
    expect(status).toBe(409)
    expect(body.detail).toContain('Почта родителей не указана')
    expect((await call('POST', `/api/users/${anna.id + 100_000}/family-link`, { token: curator.token })).status).toBe(
      404,
    )
  })
})

describe('the studies of a person', () => {
  it('are the same as the parent’s page shows, for curators of courses', async () => {
    const { anna, boris, curator, teacher, course } = await school()
    await db.update(users).set({ patronymic: 'Петровна' }).where(sql`id = ${anna.id}`)
    const read = (token: string, id = anna.id) => call('GET', `/api/users/${id}/studies`, { token })
    const { status, body } = await read(curator.token)
    expect(status).toBe(200)
    expect(body.studies).toMatchObject({ id: anna.id, name: 'Анна', surname: 'Белова', patronymic: 'Петровна' })
    expect(body.studies.classes).toEqual([{ id: expect.any(Number), name: '9 «Б»' }])
    const [shown] = body.studies.courses
    expect([shown.id, shown.name]).toEqual([course.id, 'Шрифт'])
    expect(shown.tasks.find(({ lesson }: { lesson: string }) => lesson === 'Плакат')).toMatchObject({
      score: 8,
      max_score: 10,
      status: { slug: 'accepted' },
    })
    expect((await read(curator.token, boris.id)).body.studies.classes).toEqual([])
    expect((await read(teacher.token)).status).toBe(403)
    expect((await read(anna.token)).status).toBe(403)
    expect((await read(curator.token, 999_999)).status).toBe(404)
  })
})
