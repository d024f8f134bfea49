import { beforeEach, describe, expect, it } from 'vitest'
import type { ProjectComment, ProjectReport } from '#contract/projects/projects.schema.ts'
import { agreeToPublication } from '#server/consents/consents.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn, runEffects } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let author: Signed
let reader: Signed
let other: Signed
let curator: Signed
let id: number

beforeEach(async () => {
  await runEffects()
  author = await signedIn()
  await agreeToPublication(db, author.id)
  reader = await signedIn({ name: 'Анна', surname: 'Ким' })
  other = await signedIn()
  curator = await signedIn({ role: 'curator' })
  id = (await buildProject(db, { authors: [author.id], name: 'Плакат' })).id
})

const report = (person: Signed, body: object = { reason: 'rude' }) =>
  call('POST', `/api/projects/${id}/reports`, { token: person.token, body })
const queue = async (state = 'open'): Promise<ProjectReport[]> =>
  (await call('GET', `/api/projects/reports?state=${state}`, { token: curator.token })).body.reports.filter(
    ({ project }: ProjectReport) => project.id === id,
  )
const decide = (reportId: number | undefined, body: object) =>
  call('PUT', `/api/projects/reports/${reportId}`, { token: curator.token, body })
const comment = async (person: Signed, text: string, parent_id?: number): Promise<ProjectComment> =>
  (await call('POST', `/api/projects/${id}/comments`, { token: person.token, body: { text, parent_id } })).body.comment
const commentsOf = async (): Promise<ProjectComment[]> =>
  (await call('GET', `/api/projects/${id}`)).body.project.comments
const newsOf = async (person: Signed) =>
  (await call('GET', '/api/users/notifications', { token: person.token })).body.notifications

describe('a report', () => {
  it('is shown to curators once per person and subject, even when sent many times at once', async () => {
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => report(reader)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 409, 409, 409, 409])
    await report(other, { reason: 'other', text: ' Чужие снимки ' })
    expect(await queue()).toMatchObject([
      { user: { id: reader.id }, reason: 'rude', text: '', comment: null, appeal: false, resolution: null },
      { user: { id: other.id }, reason: 'other', text: 'Чужие снимки' },
    ])
  })

  it('needs a reason, text for «другое», and somebody else’s project or comment', async () => {
    for (const [body, field] of [
      [{}, 'reason'],
      [{ reason: 'ugly' }, 'reason'],
      [{ reason: 'other', text: ' ' }, 'text'],
      [{ reason: 'rude', comment_id: 2_000_000_000 }, 'comment_id'],
    ] as const) {
      const { status, body: refusal } = await report(reader, body)
      expect([status, Object.keys(refusal.errors)]).toEqual([422, [field]])
    }
    expect((await report(author)).status).toBe(403)
    const own = await comment(reader, 'Моё')
    expect((await report(reader, { reason: 'rude', comment_id: own.id })).status).toBe(403)
    expect((await report(author, { reason: 'rude', comment_id: own.id })).status).toBe(204)
    expect((await call('POST', `/api/projects/${id}/reports`, { body: { reason: 'rude' } })).status).toBe(401)
  })

  it('is limited to twenty an hour', async () => {
    const projects = await Promise.all(Array.from({ length: 21 }, () => buildProject(db, { authors: [author.id] })))
    const statuses = []
    for (const project of projects) {
      id = project.id
      statuses.push((await report(reader)).status)
    }
    expect(statuses).toEqual([...Array(20).fill(204), 429])
  })
})

describe('a decision', () => {
  it('hides the project with a reason, notifies the authors, and settles every report about it', async () => {
    await report(reader)
    await report(other)
    const [first] = await queue()
    const silent = await decide(first?.id, { resolution: 'hidden' })
    expect([silent.status, Object.keys(silent.body.errors)]).toEqual([422, ['reason']])
    expect(await queue()).toHaveLength(2)
    const done = await decide(first?.id, { resolution: 'hidden', reason: 'Чужие снимки' })
    expect(done.body.report).toMatchObject({ resolution: 'hidden', resolved_by: { id: curator.id } })
    expect(await queue()).toEqual([])
    expect(await queue('done')).toHaveLength(2)
    expect((await call('GET', `/api/projects/${id}`, { token: reader.token })).status).toBe(404)
    await runEffects()
    expect(await newsOf(author)).toMatchObject([{ type: 'project-hidden', data: { comment: 'Чужие снимки' } }])
    expect((await decide(first?.id, { resolution: 'dismissed' })).status).toBe(409)
  })

  it('leaves it as it is; the same person cannot report it again', async () => {
    await report(reader)
    const [first] = await queue()
    expect((await decide(first?.id, { resolution: 'removed' })).status).toBe(422)
    expect((await decide(first?.id, { resolution: 'dismissed' })).status).toBe(200)
    expect((await report(reader)).status).toBe(409)
    expect((await report(other)).status).toBe(204)
    expect((await decide(2_000_000_000, { resolution: 'dismissed' })).status).toBe(404)
  })

  it('removes a comment, and not the report about it', async () => {
    const rude = await comment(other, 'Ужас')
    await report(reader, { reason: 'rude', comment_id: rude.id })
    await report(reader)
    const about = (await queue()).find((row) => row.comment)
    expect(about?.comment).toMatchObject({ id: rude.id, text: 'Ужас', user: { id: other.id } })
    expect((await decide(about?.id, { resolution: 'removed' })).body.report).toMatchObject({ resolution: 'removed' })
    expect(await commentsOf()).toEqual([])
    expect(await queue()).toMatchObject([{ comment: null, resolution: null }])
  })

  it('is no longer needed when the writer removes the comment', async () => {
    const rude = await comment(other, 'Ужас')
    await report(reader, { reason: 'rude', comment_id: rude.id })
    await call('DELETE', `/api/projects/${id}/comments/${rude.id}`, { token: other.token })
    expect(await queue()).toEqual([])
    expect(await queue('done')).toMatchObject([{ resolution: 'removed' }])
  })
})

it('an author edits what was hidden and asks to restore it; a curator reopens it', async () => {
  await call('PUT', `/api/projects/${id}`, { token: curator.token, body: { status: 'hidden', reason: 'Чужие снимки' } })
  await call('PUT', `/api/projects/${id}`, { token: author.token, body: { content: '<p>Свои снимки</p>' } })
  const appeal = { reason: 'other', text: 'Заменил снимки' }
  expect((await report(author, appeal)).status).toBe(204)
  expect((await report(author, appeal)).status).toBe(409)
  expect((await report(reader)).status).toBe(404)
  expect(await queue()).toMatchObject([
    { appeal: true, text: 'Заменил снимки', project: { status: { slug: 'hidden' } } },
  ])
  await call('PUT', `/api/projects/${id}`, { token: curator.token, body: { status: 'published' } })
  expect(await queue()).toEqual([])
  expect((await call('GET', `/api/projects/${id}`)).status).toBe(200)
})

describe('answers', () => {
  it('are one level deep and notify the writer of the answered comment', async () => {
    const first = await comment(reader, 'Как сделано?')
    const answer = await comment(author, 'Вырезал', first.id)
    const second = await comment(other, 'Чем?', answer.id)
    expect([first.parent_id, answer.parent_id, second.parent_id]).toEqual([null, first.id, first.id])
    await runEffects()
    const notified = async (person: Signed) =>
      (await newsOf(person)).map(({ data }: { data: { title: string; comment: string } }) => [
        data.title.startsWith('Ответ'),
        data.comment,
      ])
    expect(await notified(reader)).toEqual([[true, 'Вырезал']])
    // the author gets one notification for an answer to them
    expect(await notified(author)).toEqual([
      [true, 'Чем?'],
      [false, 'Как сделано?'],
    ])
  })

  it('keep the place of the comment they answer; the last one takes it along', async () => {
    const first = await comment(reader, 'Как сделано?')
    const answer = await comment(author, 'Вырезал', first.id)
    await runEffects()
    const remove = (person: Signed, { id: commentId }: ProjectComment) =>
      call('DELETE', `/api/projects/${id}/comments/${commentId}`, { token: person.token })
    expect((await remove(reader, first)).status).toBe(204)
    expect(await commentsOf()).toMatchObject([
      { id: first.id, user: null, text: '' },
      { id: answer.id, parent_id: first.id, text: 'Вырезал' },
    ])
    expect(await newsOf(author)).toEqual([])
    expect((await remove(reader, first)).status).toBe(404)
    const late = await call('POST', `/api/projects/${id}/comments`, {
      token: other.token,
      body: { text: 'x', parent_id: first.id },
    })
    expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ['parent_id']])
    expect((await remove(author, answer)).status).toBe(204)
    expect(await commentsOf()).toEqual([])
    expect(await newsOf(reader)).toEqual([])
  })

  it('belong to the same project', async () => {
    const first = await comment(reader, 'Как сделано?')
    const elsewhere = await buildProject(db, { authors: [author.id] })
    const { status } = await call('POST', `/api/projects/${elsewhere.id}/comments`, {
      token: other.token,
      body: { text: 'x', parent_id: first.id },
    })
    expect(status).toBe(422)
  })

  it('are limited to sixty an hour per person', async () => {
    for (let turn = 0; turn < 60; turn += 1) await comment(reader, 'Ещё')
    const answer = await call('POST', `/api/projects/${id}/comments`, { token: reader.token, body: { text: 'Ещё' } })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
  })
})

it('counts each of many simultaneous likes once', async () => {
  const many = await Promise.all(Array.from({ length: 20 }, () => signedIn()))
  await Promise.all(many.flatMap(({ token }) => [1, 2].map(() => call('POST', `/api/projects/${id}/like`, { token }))))
  expect((await call('GET', `/api/projects/${id}`)).body.project.likes.count).toBe(20)
})
