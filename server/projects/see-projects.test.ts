import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectCard, ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { agreeToPublication } from '#server/consents/consents.factory.ts'
import { replaceUses } from '#server/files/file-uses.repo.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, deps, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
const people = ['guest', 'stranger', 'author', 'asked', 'teacher', 'curator'] as const
type Who = (typeof people)[number]
let signed: Record<Exclude<Who, 'guest'>, Signed>

beforeAll(async () => {
  signed = {
    stranger: await signedIn(),
    author: await signedIn(),
    asked: await signedIn(),
    teacher: await signedIn({ role: 'teacher' }),
    curator: await signedIn({ role: 'curator' }),
  }
  await agreeToPublication(db, signed.author.id)
})

const as = (who: Who) => (who === 'guest' ? {} : { token: signed[who].token })
const key = 'a-key-nobody-guesses'

/** A project with its own file, comment and tag. */
const build = async (values: Partial<Parameters<typeof buildProject>[1]>) => {
  const file = await buildFile(db, deps.files, { user_id: signed.author.id })
  const tag = `метка ${crypto.randomUUID().slice(0, 8)}`
  const project = await buildProject(db, {
    authors: [signed.author.id],
    asked: [signed.asked.id],
    content: `<p><a href="/files/${file.id}">файл</a></p>`,
    tags: [tag],
    comments: [{ user_id: signed.author.id, text: 'Первый' }],
    link_key: key,
    ...values,
  })
  await replaceUses(db, { owner: 'project', id: project.id }, [{ file_id: file.id, position: null }])
  return { id: project.id, file: file.id, tag }
}

/**
 * Who sees the page, with its comments; who may like and comment; in whose gallery it is; on which profiles; its file.
 */
const everybody = [...people]
const matrix: Record<ProjectVisibility, { page: Who[]; gallery: Who[]; profile: Who[] }> = {
  public: { page: everybody, gallery: everybody, profile: everybody },
  school: {
    page: ['stranger', 'author', 'asked', 'teacher', 'curator'],
    gallery: ['stranger', 'author', 'asked', 'teacher', 'curator'],
    profile: ['stranger', 'author', 'asked', 'teacher', 'curator'],
  },
  link: {
    page: ['author', 'asked', 'teacher', 'curator'],
    gallery: [],
    profile: ['author', 'teacher', 'curator'],
  },
  me: {
    page: ['author', 'asked', 'teacher', 'curator'],
    gallery: [],
    profile: ['author', 'teacher', 'curator'],
  },
}

describe.each(Object.entries(matrix))('a project that %s sees', (visibility, expected) => {
  it('is shown to the right people, everywhere', async () => {
    const { id, file, tag } = await build({ visibility: visibility as ProjectVisibility })
    const got: typeof expected = { page: [], gallery: [], profile: [] }
    const [files, likes, comments, views, tags]: Who[][] = [[], [], [], [], []]
    for (const who of people) {
      const page = await call('GET', `/api/projects/${id}`, as(who))
      if (page.status === 200) {
        got.page.push(who)
        expect(page.body.project.comments).not.toEqual([])
      } else expect(page.status).toBe(404)
      const { projects } = (await call('GET', `/api/projects?tag=${encodeURIComponent(tag)}`, as(who))).body
      if (projects.length > 0) got.gallery.push(who)
      const { user } = (await call('GET', `/api/users/${signed.author.id}`, as(who))).body
      if (user.projects.some((card: ProjectCard) => card.id === id)) got.profile.push(who)
      if ((await call('GET', `/api/files/${file}`, as(who))).status === 200) files?.push(who)
      if ((await call('POST', `/api/projects/${id}/views`, as(who))).status === 204) views?.push(who)
      if ((await call('GET', `/api/projects/tags/${encodeURIComponent(tag)}`, as(who))).status === 200) tags?.push(who)
      if (who === 'guest') continue
      if ((await call('POST', `/api/projects/${id}/like`, as(who))).status === 204) likes?.push(who)
      const comment = await call('POST', `/api/projects/${id}/comments`, { ...as(who), body: { text: 'x' } })
      if (comment.status === 201) comments?.push(who)
    }
    expect(got).toEqual(expected)
    expect(files).toEqual(expected.page)
    expect(views).toEqual(expected.page)
    expect(tags).toEqual(expected.gallery)
    const signedReaders = expected.page.filter((who) => who !== 'guest')
    expect(likes).toEqual(signedReaders)
    expect(comments).toEqual(signedReaders)
    // the bare address serves what guests may see
    expect((await call('GET', `/files/${file}`)).status).toBe(visibility === 'public' ? 200 : 404)
  })
})

it.each(['draft', 'hidden'] as const)(
  'is shown to its authors, to somebody who is asked, and to curators while %s, with the key too',
  async (status) => {
    const { id } = await build({ status, visibility: 'public' })
    const seen = []
    for (const who of people)
      if ((await call('GET', `/api/projects/${id}?key=${key}`, as(who))).status === 200) seen.push(who)
    expect(seen).toEqual(['author', 'asked', 'curator'])
  },
)

describe('the key of a link', () => {
  it('opens the page, its files and its comments to everybody who has it, and no other project', async () => {
    const { id } = await build({ visibility: 'link' })
    const open = (query: string, who: Who = 'guest') => call('GET', `/api/projects/${id}${query}`, as(who))
    const { status, body } = await open(`?key=${key}`)
    expect(status).toBe(200)
    expect(body.project.link_key).toBeNull()
    const address = /href="([^"]+)"/.exec(body.project.content)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(address).toContain('signature=')
    expect((await call('GET', address)).status).toBe(200)
    for (const wrong of ['', '?key=', '?key=x', `?key=${key}x`]) expect((await open(wrong)).status).toBe(404)

    const say = (path: string) =>
      call('POST', `/api/projects/${id}/${path}`, { ...as('stranger'), body: { text: 'x' } })
    expect((await say('comments')).status).toBe(404)
    expect((await say(`comments?key=${key}`)).status).toBe(201)
    expect((await say(`like?key=${key}`)).status).toBe(204)
    expect((await call('POST', `/api/projects/${id}/views?key=${key}`)).status).toBe(204)

    const closed = await build({ visibility: 'me' })
    expect((await call('GET', `/api/projects/${closed.id}?key=${key}`)).status).toBe(404)
    expect((await call('GET', `/api/projects/${closed.id}?key=${key}`, as('stranger'))).status).toBe(404)
  })

  it('is made when the project is first seen by link, and again when the authors ask', async () => {
    const { token } = signed.author
    const made = await call('POST', '/api/projects', {
      token,
      body: { name: 'x', status: 'published', visibility: 'link' },
    })
    const { id, link_key } = made.body.project
    expect(link_key).toMatch(/^[\w-]{22}$/)
    const put = (body: unknown) => call('PUT', `/api/projects/${id}`, { token, body })
    expect((await put({ name: 'y' })).body.project.link_key).toBe(link_key)
    const fresh = (await put({ new_key: true })).body.project.link_key
    expect(fresh).toMatch(/^[\w-]{22}$/)
    expect(fresh).not.toBe(link_key)
    expect((await call('GET', `/api/projects/${id}?key=${link_key}`)).status).toBe(404)
    expect((await call('GET', `/api/projects/${id}?key=${fresh}`)).status).toBe(200)
    await put({ visibility: 'public' })
    expect((await call('GET', `/api/projects/${id}`)).status).toBe(200)
  })
})

describe('an uploaded cover', () => {
  it('has several widths, public only with the project', async () => {
    const { token, id: user_id } = signed.author
    const bytes = await sharp({ create: { width: 2000, height: 1200, channels: 3, background: '#256af4' } })
      .png()
      .toBuffer()
    const picture = await buildFile(db, deps.files, { user_id, name: 'обложка.png', type: 'image/png', bytes })
    const noPicture = await buildFile(db, deps.files, { user_id })
    const foreign = await buildFile(db, deps.files, { user_id: signed.stranger.id, name: 'x.png', bytes })
    const create = (body: object) => call('POST', '/api/projects', { token, body: { name: 'x', ...body } })
    for (const cover_file_id of [noPicture.id, foreign.id, '0'.repeat(32)]) {
      const refused = await create({ cover_file_id })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['cover_file_id']])
    }
    const { project } = (await create({ cover_file_id: picture.id, status: 'published' })).body
    expect(project.cover.url).toBe(`/files/${picture.id}/w960`)
    expect(project.cover.srcset).toBe(
      `/files/${picture.id}/thumbnail 320w, /files/${picture.id}/w960 960w, /files/${picture.id}/w1920 1920w`,
    )
    expect((await call('GET', `/api/files/${picture.id}`)).status).toBe(200)

    const put = async (body: object) => (await call('PUT', `/api/projects/${project.id}`, { token, body })).body.project
    expect((await put({ visibility: 'me' })).cover.url).toContain('signature=')
    expect((await call('GET', `/api/files/${picture.id}`)).status).toBe(404)
    expect((await put({ cover_file_id: null })).cover).toEqual({ url: `/covers/project-${project.id}.svg` })
  })
})

describe('views', () => {
  const viewsOf = async (id: number) => (await call('GET', `/api/projects/${id}`)).body.project.views
  const view = (id: number, sent: Parameters<typeof call>[2] = {}) => call('POST', `/api/projects/${id}/views`, sent)

  it('count once per reader and day, and never for authors', async () => {
    const { id } = await build({ visibility: 'public' })
    await Promise.all(Array.from({ length: 30 }, () => view(id)))
    await view(id, { headers: { 'user-agent': 'Другой браузер' } })
    await view(id, as('author'))
    await Promise.all(Array.from({ length: 10 }, () => view(id, as('stranger'))))
    expect(await viewsOf(id)).toBe(3)
  })

  it('of many people at once are all counted, and nobody is recorded', async () => {
    const { id } = await build({ visibility: 'public' })
    const readers = Array.from({ length: 60 }, (_, index) => ({ headers: { 'user-agent': `Читатель ${index}` } }))
    const responses = await Promise.all(readers.map((sent) => view(id, sent)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await viewsOf(id)).toBe(60)
  })

  it('need an existing project', async () => {
    expect((await view(2_000_000_000)).status).toBe(404)
  })
})
