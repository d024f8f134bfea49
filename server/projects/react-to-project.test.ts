import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agreeToPublication } from '#server/consents/consents.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { type ProjectRecord, projectComments } from '#server/projects/projects.table.ts'
import { maxComments } from '#server/projects/react-to-project.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const { db, call, signedIn, runEffects } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let author: Signed
let coauthor: Signed
let teacher: Signed
let reader: Signed
let curator: Signed
let project: ProjectRecord

beforeAll(async () => {
  teacher = await signedIn({ role: 'teacher' })
  reader = await signedIn({ name: 'Анна', surname: 'Ким' })
  curator = await signedIn({ role: 'curator' })
})

beforeEach(async () => {
  await runEffects()
  author = await signedIn()
  coauthor = await signedIn()
  await agreeToPublication(db, author.id, coauthor.id)
  project = await buildProject(db, { authors: [author.id, coauthor.id, teacher.id], name: 'Плакат <о шрифте>' })
})

const newsOf = async (person: Signed) =>
  (await call('GET', '/api/users/notifications', { token: person.token })).body.notifications
const likesSeenBy = async (person: Signed) =>
  (await call('GET', `/api/projects/${project.id}`, { token: person.token })).body.project.likes
const comment = (person: Signed, text: unknown, id = project.id) =>
  call('POST', `/api/projects/${id}/comments`, { token: person.token, body: { text } })
const hide = () =>
  call('PUT', `/api/projects/${project.id}`, {
    token: curator.token,
    body: { status: 'hidden', reason: 'Чужие снимки' },
  })

describe('likes', () => {
  const like = (person: Signed) => call('POST', `/api/projects/${project.id}/like`, { token: person.token })
  const unlike = (person: Signed) => call('DELETE', `/api/projects/${project.id}/like`, { token: person.token })

  it('count once per person, and can be taken back', async () => {
    expect([(await like(reader)).status, (await like(reader)).status]).toEqual([204, 204])
    await Promise.all([like(teacher), like(teacher), like(teacher)])
    expect(await likesSeenBy(reader)).toEqual({ count: 2, mine: true })
    expect([(await unlike(reader)).status, (await unlike(reader)).status]).toEqual([204, 204])
    expect(await likesSeenBy(reader)).toEqual({ count: 1, mine: false })
  })

  it('notify the authors who are students, once', async () => {
    await like(reader)
    await like(author)
    await runEffects()
    await unlike(reader)
    await like(reader)
    await runEffects()
    expect(await newsOf(author)).toMatchObject([
      {
        type: 'project-like',
        read_at: null,
        user: { id: reader.id, name: 'Анна', surname: 'Ким', role: { slug: 'student' } },
        data: { title: 'Проект <b>«Плакат &lt;о шрифте&gt;»</b>', comment: null },
        project: { id: project.id, name: 'Плакат <о шрифте>' },
        lesson: null,
        status: null,
      },
    ])
    expect(await newsOf(coauthor)).toHaveLength(2)
    expect(await newsOf(teacher)).toEqual([])
  })

  it('notify nobody when they were taken back in time', async () => {
    await like(reader)
    await unlike(reader)
    expect(await runEffects()).toBe(1)
    expect(await newsOf(author)).toEqual([])
  })

  it('need a published project and a signed-in user', async () => {
    expect((await call('POST', `/api/projects/${project.id}/like`)).status).toBe(401)
    project = await buildProject(db, { authors: [author.id], status: 'draft' })
    expect((await like(author)).status).toBe(409)
    expect((await unlike(author)).status).toBe(409)
    expect((await like(reader)).status).toBe(404)
    expect((await unlike(reader)).status).toBe(404)
    expect(await runEffects()).toBe(0)
  })
})

describe('comments', () => {
  it('are shown under the project and notify the other authors', async () => {
    const { status, body } = await comment(author, '  Спасибо <всем>  ')
    expect(status).toBe(201)
    expect(body.comment).toMatchObject({ text: 'Спасибо <всем>', user: { id: author.id } })
    await comment(reader, 'Отлично')
    await runEffects()

    const { comments } = (await call('GET', `/api/projects/${project.id}`)).body.project
    expect(comments.map(({ text }: { text: string }) => text)).toEqual(['Спасибо <всем>', 'Отлично'])
    expect(comments[0]).toEqual(body.comment)
    const notified = ({ type, data }: { type: string; data: { comment: string } }) => [type, data.comment]
    expect((await newsOf(author)).map(notified)).toEqual([['project-comment', 'Отлично']])
    expect((await newsOf(author))[0].place).toBe(`comment-${comments[1].id}`)
    expect((await newsOf(coauthor)).map(notified)).toEqual([
      ['project-comment', 'Отлично'],
      ['project-comment', 'Спасибо <всем>'],
    ])
  })

  it('need text, a published project and a signed-in user', async () => {
    const path = `/api/projects/${project.id}/comments`
    expect((await call('POST', path, { body: { text: 'x' } })).status).toBe(401)
    expect((await comment(reader, '  ')).body.errors).toHaveProperty('text')
    expect((await call('POST', path, { token: reader.token })).status).toBe(422)
    const draft = await buildProject(db, { authors: [author.id], status: 'draft' })
    expect((await comment(author, 'x', draft.id)).status).toBe(409)
    expect((await comment(reader, 'x', draft.id)).status).toBe(404)
  })

  it('are removed by their writer and by curators, with their notifications', async () => {
    const remove = (person: Signed | null, id: number, of = project.id) =>
      call('DELETE', `/api/projects/${of}/comments/${id}`, person ? { token: person.token } : {})
    const first = (await comment(reader, 'Первый')).body.comment.id
    const second = (await comment(reader, 'Второй')).body.comment.id
    await runEffects()
    const other = await buildProject(db, { authors: [author.id] })

    expect((await remove(null, first)).status).toBe(401)
    expect((await remove(author, first)).status).toBe(403)
    expect((await remove(curator, first, other.id)).status).toBe(404)
    expect((await remove(reader, first)).status).toBe(204)
    expect((await remove(reader, first)).status).toBe(404)
    expect((await newsOf(author)).map(({ data }: { data: { comment: string } }) => data.comment)).toEqual(['Второй'])
    expect((await remove(curator, second)).status).toBe(204)
    expect((await call('GET', `/api/projects/${project.id}`)).body.project.comments).toEqual([])
    expect(await newsOf(author)).toEqual([])
  })
})

it(`a person writes max ${maxComments} comments under a project within an hour, also at once`, async () => {
  const written = { project_id: project.id, user_id: reader.id, text: 'Ещё' }
  await db.insert(projectComments).values(Array.from({ length: maxComments - 2 }, () => written))
  const release = await hold(db, sql`select 1 from projects where id = ${project.id} for update`)
  const sent = Promise.all(Array.from({ length: 6 }, () => comment(reader, 'Ура')))
  await expect.poll(() => countWaiting(db)).toBe(6)
  await release()
  const statuses = (await sent).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 201, 429, 429, 429, 429])
  expect((await comment(curator, 'Мой первый')).status).toBe(201)
})

describe('hiding', () => {
  it('notifies the authors who are students, with the reason', async () => {
    await hide()
    await hide()
    await runEffects()
    expect(await newsOf(author)).toMatchObject([
      {
        type: 'project-hidden',
        user: { id: curator.id },
        data: { comment: 'Чужие снимки' },
        project: { id: project.id },
      },
    ])
    expect(await newsOf(teacher)).toEqual([])
  })

  it('notifies nobody when the project was reopened in time', async () => {
    await hide()
    await call('PUT', `/api/projects/${project.id}`, { token: curator.token, body: { status: 'published' } })
    await runEffects()
    expect(await newsOf(author)).toEqual([])
  })

  it('closes the project to everybody else', async () => {
    await hide()
    expect((await call('POST', `/api/projects/${project.id}/like`, { token: reader.token })).status).toBe(404)
    expect((await comment(author, 'x')).status).toBe(409)
  })
})

describe('many comments', () => {
  const page = (number: number, token?: string) =>
    call('GET', `/api/projects/${project.id}/comments?page=${number}`, token ? { token } : {})
  const textsOf = (comments: { text: string }[]) => comments.map(({ text }) => text)

  it('have pages, each answer after its comment', async () => {
    const many = Array.from({ length: 49 }, (_, index) => ({ user_id: reader.id, text: `Слово ${index}` }))
    const { id } = await buildProject(db, {
      authors: [author.id],
      comments: [
        { user_id: reader.id, text: 'Вопрос' },
        ...many,
        { user_id: author.id, text: 'Ответ', answers: 0 },
        { user_id: reader.id, text: 'Ещё', answers: 49 },
      ],
    })
    project = { ...project, id }
    const [first, second, third] = [(await page(1)).body, (await page(2)).body, (await page(3)).body]
    expect(first).toMatchObject({ page: 1, pages: 2, total: 52 })
    expect(textsOf(first.comments).slice(0, 3)).toEqual(['Вопрос', 'Ответ', 'Слово 0'])
    expect(textsOf(second.comments)).toEqual(['Слово 48', 'Ещё'])
    expect(second.comments[1].parent_id).toBe(second.comments[0].id)
    expect(third.comments).toEqual([])
    const shown = (await call('GET', `/api/projects/${id}`)).body.project
    expect([shown.comments, shown.comment_pages, shown.comment_total]).toEqual([first.comments, 2, 52])
    expect((await page(0)).status).toBe(422)
  })

  it('are hidden from people who may not see the project, and counted only with text', async () => {
    const { id } = await buildProject(db, {
      authors: [author.id],
      status: 'draft',
      comments: [
        { user_id: reader.id, text: '' },
        { user_id: author.id, text: 'Ответ', answers: 0 },
      ],
    })
    project = { ...project, id }
    expect((await page(1)).status).toBe(404)
    expect((await page(1, reader.token)).status).toBe(404)
    expect((await page(1, author.token)).body).toMatchObject({ pages: 1, total: 1, comments: [{ user: null }, {}] })
  })

  it('are found by an index, however many others there are', async () => {
    await db.execute(sql`insert into project_comments (project_id, user_id, text)
      select ${project.id}, ${reader.id}, 'Слово' from generate_series(1, 3000)`)
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain select id from project_comments
      where project_id = ${project.id} order by coalesce(parent_id, id), id limit 50`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('project_comments_in_order')
  })
})

describe('removal by staff', () => {
  const remove = (id: number, body?: object) =>
    call('DELETE', `/api/projects/${project.id}/comments/${id}`, { token: curator.token, ...(body && { body }) })
  let writer: Signed

  beforeEach(async () => {
    writer = await signedIn()
  })

  it('notifies the writer, with the reason if there is one', async () => {
    const ids: number[] = []
    for (const text of ['Первый', 'Второй']) ids.push((await comment(writer, text)).body.comment.id)
    expect((await remove(ids[0] as number, { reason: '  Про человека, а не про работу ' })).status).toBe(204)
    expect((await remove(ids[1] as number)).status).toBe(204)
    await runEffects()
    const news = { type: 'project-comment-removed', user: { id: curator.id }, project: { id: project.id } }
    const title = 'Ваш комментарий к проекту <b>«Плакат &lt;о шрифте&gt;»</b> удалён'
    expect(await newsOf(writer)).toMatchObject([
      { ...news, data: { title, comment: null } },
      { ...news, data: { title, comment: 'Про человека, а не про работу' } },
    ])
  })

  it('notifies nobody about their own comment, and nobody who is no student', async () => {
    const own = (await comment(writer, 'Моё')).body.comment.id
    await call('DELETE', `/api/projects/${project.id}/comments/${own}`, { token: writer.token })
    await remove((await comment(teacher, 'Слово')).body.comment.id)
    await runEffects()
    expect(await newsOf(writer)).toEqual([])
    expect(await newsOf(teacher)).toEqual([])
  })

  it('notifies with the reason of the decision about a report', async () => {
    const { id } = (await comment(writer, 'Ужас')).body.comment
    await call('POST', `/api/projects/${project.id}/reports`, {
      token: reader.token,
      body: { reason: 'rude', comment_id: id },
    })
    const { reports } = (await call('GET', '/api/projects/reports', { token: curator.token })).body
    const report = reports.find((row: { comment: { id: number } | null }) => row.comment?.id === id)
    await call('PUT', `/api/projects/reports/${report.id}`, {
      token: curator.token,
      body: { resolution: 'removed', reason: 'Грубо' },
    })
    await runEffects()
    expect(await newsOf(writer)).toMatchObject([{ type: 'project-comment-removed', data: { comment: 'Грубо' } }])
  })
})

describe('notifications about a project seen by link', () => {
  const key = 'k'.repeat(22)
  const say = (person: Signed, text: string, parent_id?: number, query = `?key=${key}`) =>
    call('POST', `/api/projects/${project.id}/comments${query}`, { token: person.token, body: { text, parent_id } })
  const change = (body: object) => call('PUT', `/api/projects/${project.id}`, { token: author.token, body })
  let guest: Signed

  beforeEach(async () => {
    guest = await signedIn()
    project = await buildProject(db, { authors: [author.id], visibility: 'link', link_key: key })
  })

  it('lead the writer of an answered comment back by the link they came by', async () => {
    const { id } = (await say(guest, 'Как сделано?')).body.comment
    await say(author, 'Вырезал', id, '')
    await runEffects()
    const [news] = await newsOf(guest)
    expect(news).toMatchObject({ data: { comment: 'Вырезал' }, project: { id: project.id, key } })
    const path = `/api/projects/${news.project.id}`
    expect((await call('GET', `${path}?key=${news.project.key}`, { token: guest.token })).status).toBe(200)
    expect((await call('GET', path, { token: guest.token })).status).toBe(404)
    // authors need none
    expect((await newsOf(author))[0].project).toEqual({ id: project.id, name: project.name })
  })

  it('lead back the writer of a comment that staff removed', async () => {
    const { id } = (await say(guest, 'Ужас')).body.comment
    await call('DELETE', `/api/projects/${project.id}/comments/${id}`, { token: curator.token })
    await runEffects()
    expect(await newsOf(guest)).toMatchObject([{ type: 'project-comment-removed', project: { key } }])
  })

  it('never reveal a newer link than the person had, and are not sent to people who may not read on', async () => {
    const { id } = (await say(guest, 'Как сделано?')).body.comment
    await say(author, 'Вырезал', id, '')
    await runEffects()
    await change({ new_key: true })
    await say(author, 'Ещё слово', id, '')
    await runEffects()
    const news = await newsOf(guest)
    expect(news).toHaveLength(1)
    expect(news[0].project.key).toBe(key)
    const path = `/api/projects/${project.id}?key=${key}`
    expect((await call('GET', path, { token: guest.token })).status).toBe(404)
  })

  it('are not sent to somebody who commented while everybody saw it', async () => {
    await change({ visibility: 'public' })
    const { id } = (await say(guest, 'Как сделано?', undefined, '')).body.comment
    await change({ visibility: 'link' })
    await say(author, 'Вырезал', id, '')
    await runEffects()
    expect(await newsOf(guest)).toEqual([])
  })
})

describe('a project that is erased at this moment', () => {
  it('is not found by those who like, comment on or report it', async () => {
    const letGo = await hold(db, sql`delete from projects where id = ${project.id}`)
    const path = `/api/projects/${project.id}`
    const { token } = reader
    const acts = [
      call('POST', `${path}/like`, { token }),
      comment(reader, 'Красиво'),
      call('POST', `${path}/reports`, { token, body: { reason: 'copied' } }),
    ]
    await expect.poll(() => countWaiting(db)).toBe(acts.length)
    await letGo()
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual([404, 404, 404])
  })
})
