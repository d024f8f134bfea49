import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { agreeToPublication } from '#server/consents/consents.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn, runEffects } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let maker: Signed
let friend: Signed
let reader: Signed
let id: number

beforeEach(async () => {
  await runEffects()
  maker = await signedIn()
  friend = await signedIn({ name: 'Лев', surname: 'Щукин' })
  await agreeToPublication(db, maker.id, friend.id)
  reader = await signedIn()
  id = (await buildProject(db, { authors: [maker.id], name: 'Плакат' })).id
})

const ask = (person: Signed, email: string) =>
  call('POST', `/api/projects/${id}/authors`, { token: person.token, body: { email } })
const agree = (person: Signed) => call('POST', `/api/projects/${id}/agreement`, { token: person.token })
const remove = (person: Signed, user: Signed) =>
  call('DELETE', `/api/projects/${id}/authors/${user.id}`, { token: person.token })
const authorsSeenBy = async (person: Signed | null) => {
  const { body } = await call('GET', `/api/projects/${id}`, person ? { token: person.token } : {})
  return body.project.authors.map((author: { id: number; asked?: true }) => [author.id, author.asked ?? false])
}
const newsOf = async (person: Signed) =>
  (await call('GET', '/api/users/notifications', { token: person.token })).body.notifications.map(
    ({ type }: { type: string }) => type,
  )
const profileOf = async (person: Signed) =>
  (await call('GET', `/api/users/${person.id}`)).body.user.projects.map((project: { id: number }) => project.id)

describe('a co-author', () => {
  it('is asked, and named only after agreeing', async () => {
    const asked = await ask(maker, ` ${friend.user.email.toUpperCase()} `)
    expect(asked.status).toBe(200)
    expect(await authorsSeenBy(maker)).toEqual([
      [maker.id, false],
      [friend.id, true],
    ])
    expect(await authorsSeenBy(friend)).toEqual(await authorsSeenBy(maker))
    expect(await authorsSeenBy(reader)).toEqual([[maker.id, false]])
    expect(await authorsSeenBy(null)).toEqual([[maker.id, false]])
    expect(await profileOf(friend)).toEqual([])
    const found = async () => (await call('GET', '/api/projects?search=щукин')).body.total
    expect(await found()).toBe(0)
    await runEffects()
    expect(await newsOf(friend)).toEqual(['project-author-asked'])
    // somebody who is asked can read, and changes nothing
    const edited = () => call('PUT', `/api/projects/${id}`, { token: friend.token, body: { name: 'Мой плакат' } })
    expect((await edited()).status).toBe(403)

    expect((await agree(friend)).status).toBe(200)
    expect(await authorsSeenBy(null)).toEqual([
      [maker.id, false],
      [friend.id, false],
    ])
    expect(await profileOf(friend)).toEqual([id])
    expect(await found()).toBe(1)
    expect((await edited()).status).toBe(200)
    await runEffects()
    expect(await newsOf(maker)).toEqual(['project-author-agreed'])
    expect((await agree(friend)).status).toBe(403)
  })

  it('cannot be an account that waits to be erased', async () => {
    const leaving = await signedIn({ erase_at: new Date(Date.now() + 1000 * 60 * 60).toISOString() })
    const response = await ask(maker, leaving.user.email)
    const unknown = await ask(maker, 'nobody@school.example')
    expect([response.status, response.body]).toEqual([422, unknown.body])
  })

  it('can be asked about drafts, too, and reads them to decide', async () => {
    id = (await buildProject(db, { authors: [maker.id], status: 'draft' })).id
    expect((await call('GET', `/api/projects/${id}`, { token: friend.token })).status).toBe(404)
    await ask(maker, friend.user.email)
    expect((await call('GET', `/api/projects/${id}`, { token: friend.token })).status).toBe(200)
    expect((await remove(friend, friend)).status).toBe(204)
    expect((await call('GET', `/api/projects/${id}`, { token: friend.token })).status).toBe(404)
  })

  it('declines, leaves, and is removed before agreeing', async () => {
    await ask(maker, friend.user.email)
    await runEffects()
    expect((await remove(friend, friend)).status).toBe(204)
    expect(await newsOf(friend)).toEqual([])
    expect((await agree(friend)).status).toBe(403)

    await ask(maker, friend.user.email)
    expect((await remove(reader, friend)).status).toBe(403)
    expect((await remove(maker, friend)).status).toBe(204)

    await ask(maker, friend.user.email)
    await agree(friend)
    expect((await remove(maker, friend)).status).toBe(403)
    expect((await remove(friend, friend)).status).toBe(204)
    expect((await remove(friend, friend)).status).toBe(404)
    expect((await remove(maker, maker)).status).toBe(409)
  })

  it('agrees once, even with many simultaneous calls', async () => {
    await ask(maker, friend.user.email)
    const statuses = (await Promise.all([agree(friend), agree(friend), remove(maker, friend)])).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(await authorsSeenBy(null)).toContainEqual([maker.id, false])
  })
})

describe('asking', () => {
  it('needs an active student of the school who is not named yet', async () => {
    const teacher = await signedIn({ role: 'teacher' })
    const gone = await signedIn({ active: false })
    for (const email of [teacher.user.email, gone.user.email, 'nobody@nowhere.example', maker.user.email, 'x']) {
      const { status, body } = await ask(maker, email)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['email']])
    }
    expect((await ask(maker, friend.user.email)).status).toBe(200)
    expect((await ask(maker, friend.user.email)).status).toBe(422)
    expect((await ask(reader, friend.user.email)).status).toBe(403)
  })

  it('is limited, or it would reveal who has an account', async () => {
    const statuses = []
    for (let turn = 0; turn < 31; turn += 1) statuses.push((await ask(maker, `no-${turn}@nowhere.example`)).status)
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(422))
    expect(statuses[30]).toBe(429)
  })
})

it('includes the other authors of a task', async () => {
  const course = await buildCourse(db)
  const lesson = await buildLesson(db, { course_id: course.id })
  const assignment = await buildAssignment(db, { lesson_id: lesson.id, team_size: 2 })
  const task = await buildTask(db, {
    assignment_id: assignment.id,
    students: [maker.id, friend.id],
    status: 'accepted',
    attempts: [
      { content: '<p>Вместе.</p>', hoursAgo: 2, review: { user_id: reader.id, hoursAgo: 1, verdict: 'accepted' } },
    ],
  })
  const made = await call('POST', '/api/projects', {
    token: maker.token,
    body: { name: 'Вместе', task_id: task.id, status: 'published' },
  })
  id = made.body.project.id
  expect(await authorsSeenBy(null)).toEqual([[maker.id, false]])
  await runEffects()
  expect(await newsOf(friend)).toEqual(['project-author-asked'])
  // the task links to it, for its authors
  const madeOf = async (person: typeof maker) =>
    (await call('GET', `/api/tasks/${task.id}`, { token: person.token })).body.task.project
  const project = { id, name: 'Вместе', status: { slug: 'published' } }
  expect(await madeOf(maker)).toMatchObject(project)
  expect(await madeOf(maker)).not.toHaveProperty('asked')
  expect(await madeOf(friend)).toMatchObject({ ...project, asked: true })
  expect(await madeOf(await signedIn({ role: 'curator' }))).toBeUndefined()
  const leave = (at: string | null) => db.execute(sql`update users set erase_at = ${at} where id = ${maker.id}`)
  await leave('2199-01-01T00:00:00Z')
  expect(await madeOf(friend)).toBeUndefined()
  expect(await madeOf(maker)).toMatchObject(project)
  await leave(null)
  await agree(friend)
  expect(await authorsSeenBy(null)).toHaveLength(2)
  expect(await madeOf(friend)).not.toHaveProperty('asked')
  await call('DELETE', `/api/projects/${id}`, { token: maker.token })
  expect(await madeOf(maker)).toBeUndefined()
})
