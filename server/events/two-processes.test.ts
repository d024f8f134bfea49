import { afterAll, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { openStream } from '#server/events/received.fixture.ts'
import { buildSubmittedTask } from '#server/tasks/submitted-task.fixture.ts'
import { testDatabase } from '#server/testing/database.ts'
import { type OwnSite, startOwnSite } from '#server/testing/own-site.ts'
import { buildUser, signInAs } from '#server/users/users.factory.ts'

const { db, url } = await testDatabase()
const sites: OwnSite[] = []
// before their database is dropped
afterAll(() => Promise.all(sites.map((site) => site.stop())))

it('a page receives events of another process of the site', { timeout: 120_000 }, async () => {
  const env = { DATABASE_URL: url, DEMO: 'false' }
  sites.push(...(await Promise.all([startOwnSite(env), startOwnSite(env)])))
  const [first, second] = sites as [OwnSite, OwnSite]
  const [student, teacher] = [await buildUser(db), await buildUser(db, { role: 'teacher' })]
  const tokens = { student: await signInAs(db, student), teacher: await signInAs(db, teacher) }
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const { task } = await buildSubmittedTask(db, { course_id: course.id, student_id: student.id })

  const stream = await openStream(second.url, tokens.student)
  const lease = (method: string) =>
    fetch(`${first.url}/api/tasks/${task.id}/lease`, { method, headers: { authorization: `Bearer ${tokens.teacher}` } })
  expect((await lease('POST')).status).toBe(200)
  await stream.expectReceived([{ type: 'task', happening: 'lease', task_id: task.id }])
  expect(stream.received[0]).toMatchObject({ lease: { user: { id: teacher.id } } })

  // the page's process dies: the page connects to the other one, and has missed nothing
  await second.kill()
  expect((await lease('DELETE')).status).toBe(204)
  const again = await openStream(first.url, tokens.student, stream.state.id)
  await again.expectReceived([{ type: 'task', happening: 'lease', lease: null }])
  again.close()
})
