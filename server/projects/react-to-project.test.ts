import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildProject } from '#server/projects/projects.factory.ts'
import type { ProjectRecord } from '#server/projects/projects.table.ts'
import { testApp } from '#server/testing/app.ts'

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

  it('are one for each person, and are taken back', async () => {
    expect([(await like(reader)).status, (await like(reader)).status]).toEqual([204, 204])
    await Promise.all([like(teacher), like(teacher), like(teacher)])
    expect(await likesSeenBy(reader)).toEqual({ count: 2, mine: true })
    expect([(await unlike(reader)).status, (await unlike(reader)).status]).toEqual([204, 204])
    expect(await likesSeenBy(reader)).toEqual({ count: 1, mine: false })
  })

  it('tell the authors who are students, once', async () => {
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

  it('tell nobody when they were taken back in time', async () => {
    await like(reader)
    await unlike(reader)
    expect(await runEffects()).toBe(1)
    expect(await newsOf(author)).toEqual([])
  })

  it('need a published project and somebody who is signed in', async () => {
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
  it('stand under the project and tell the other authors', async () => {
    const { status, body } = await comment(author, '  Спасибо <всем>  ')
    expect(status).toBe(201)
    expect(body.comment).toMatchObject({ text: 'Спасибо <всем>', user: { id: author.id } })
    await comment(reader, 'Отлично')
    await runEffects()

    const { comments } = (await call('GET', `/api/projects/${project.id}`)).body.project
    expect(comments.map(({ text }: { text: string }) => text)).toEqual(['Спасибо <всем>', 'Отлично'])
    expect(comments[0]).toEqual(body.comment)
    const told = ({ type, data }: { type: string; data: { comment: string } }) => [type, data.comment]
    expect((await newsOf(author)).map(told)).toEqual([['project-comment', 'Отлично']])
    expect((await newsOf(coauthor)).map(told)).toEqual([
      ['project-comment', 'Отлично'],
      ['project-comment', 'Спасибо <всем>'],
    ])
  })

  it('need words, a published project and somebody who is signed in', async () => {
    const path = `/api/projects/${project.id}/comments`
    expect((await call('POST', path, { body: { text: 'x' } })).status).toBe(401)
    expect((await comment(reader, '  ')).body.errors).toHaveProperty('text')
    expect((await call('POST', path, { token: reader.token })).status).toBe(422)
    const draft = await buildProject(db, { authors: [author.id], status: 'draft' })
    expect((await comment(author, 'x', draft.id)).status).toBe(409)
    expect((await comment(reader, 'x', draft.id)).status).toBe(404)
  })

  it('are removed by their writer and by curators, with what was told of them', async () => {
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

describe('hiding', () => {
  it('tells the authors who are students why', async () => {
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

  it('tells nobody when the project was reopened in time', async () => {
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
