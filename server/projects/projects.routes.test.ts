import { beforeAll, describe, expect, it } from 'vitest'
import { agreeToPublication } from '#server/consents/consents.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let author: Signed
let coauthor: Signed
let stranger: Signed
let curator: Signed

beforeAll(async () => {
  author = await signedIn()
  coauthor = await signedIn()
  await agreeToPublication(db, author.id, coauthor.id)
  stranger = await signedIn({ role: 'teacher' })
  curator = await signedIn({ role: 'curator' })
})

const draft = () => buildProject(db, { authors: [author.id, coauthor.id], status: 'draft' })
const hidden = () => buildProject(db, { authors: [author.id], status: 'hidden', hidden_reason: 'Чужая работа' })

describe('POST /api/projects', () => {
  const create = (body: unknown, token?: string) => call('POST', '/api/projects', { body, ...(token && { token }) })

  it('creates a draft of the actor’s with cleaned content and each tag once', async () => {
    const { status, body } = await create(
      { name: ' Мой  плакат ', content: '<p onclick="x">Да</p><script>1</script>', tags: ['Шрифт', 'шрифт', 'печать'] },
      author.token,
    )
    expect(status).toBe(201)
    expect(body.project).toMatchObject({
      name: 'Мой плакат',
      summary: '',
      content: '<p>Да</p>',
      tags: ['Шрифт', 'печать'],
      status: { slug: 'draft', name: 'Черновик' },
      authors: [{ id: author.id }],
      likes: { count: 0, mine: false },
      course: null,
      hidden_reason: null,
      published_at: null,
      comments: [],
    })
    expect(body.project.cover.url).toBe(`/covers/project-${body.project.id}.svg`)
  })

  it('publishes at once', async () => {
    const { body } = await create({ name: 'Сразу', status: 'published' }, author.token)
    expect(body.project.published_at).toMatch(/Z$/)
    expect((await call('GET', `/api/projects/${body.project.id}`)).status).toBe(200)
  })

  it('refuses guests and bad input', async () => {
    expect((await create({ name: 'x' })).status).toBe(401)
    for (const [field, bad] of Object.entries({ name: { name: ' ' }, status: { name: 'x', status: 'hidden' } })) {
      const { status, body } = await create(bad, author.token)
      expect(status).toBe(422)
      expect(body.errors).toHaveProperty(field)
    }
  })

  describe('from a task', () => {
    const taskOf = async (status: 'accepted' | 'submitted', students: number[]) => {
      const course = await buildCourse(db, { name: 'Шрифт' })
      const lesson = await buildLesson(db, { course_id: course.id })
      const assignment = await buildAssignment(db, { lesson_id: lesson.id })
      const review = {
        user_id: stranger.id,
        hoursAgo: 2,
        verdict: status === 'accepted' ? status : 'returned',
      } as const
      const task = await buildTask(db, {
        assignment_id: assignment.id,
        students,
        status,
        attempts: [
          { content: '<p>первая</p>', hoursAgo: 5, review: { ...review, verdict: 'returned' } },
          { content: '<p>вторая</p>', hoursAgo: 3, review },
        ],
      })
      return { course, task }
    }

    it('takes the accepted content and all its authors, the actor first', async () => {
      const { course, task } = await taskOf('accepted', [author.id, coauthor.id])
      const { status, body } = await create(
        { name: 'Из работы', task_id: task.id, status: 'published' },
        coauthor.token,
      )
      expect(status).toBe(201)
      expect(body.project.content).toBe('<p>вторая</p>')
      expect(body.project.authors.map(({ id }: { id: number }) => id)).toEqual([coauthor.id, author.id])
      expect(body.project.course).toEqual({ id: course.id, name: 'Шрифт' })

      const own = await create({ name: 'Свой текст', task_id: task.id, content: '' }, coauthor.token)
      expect(own.body.project.content).toBe('')

      const found = await call('GET', `/api/projects?course_id=${course.id}`)
      expect(found.body.projects.map(({ id }: { id: number }) => id)).toEqual([body.project.id])
    })

    it('makes one project of a task for each of its students, in however many tabs, until they delete it', async () => {
      const { task } = await taskOf('accepted', [author.id, coauthor.id])
      const form = { task_id: task.id, status: 'published', once: true }
      const tabs = await Promise.all(['Раз', 'Два', 'Три'].map((name) => create({ ...form, name }, coauthor.token)))
      const [made, ...refused] = tabs.toSorted((a, b) => a.status - b.status)
      expect([made?.status, ...refused.map(({ status }) => status)]).toEqual([201, 409, 409])
      const { project } = made?.body ?? {}
      const detail = `Из этой работы уже сделан ваш проект «${project.name}». Откройте его, чтобы изменить.`
      expect(refused.map(({ body }) => body.detail)).toEqual([detail, detail])
      expect((await create({ ...form, name: 'Мой' }, author.token)).status).toBe(201)
      await call('DELETE', `/api/projects/${project.id}`, { token: coauthor.token })
      expect((await create({ ...form, name: 'Ещё раз' }, coauthor.token)).status).toBe(201)
    })

    it('refuses other people’s tasks, unaccepted and unknown ones', async () => {
      const accepted = await taskOf('accepted', [author.id])
      const waiting = await taskOf('submitted', [author.id])
      for (const [token, task_id] of [
        [stranger.token, accepted.task.id],
        [author.token, waiting.task.id],
        [author.token, 2_000_000_000],
      ] as const) {
        const { status, body } = await create({ name: 'x', task_id }, token)
        expect(status).toBe(422)
        expect(body.errors.task_id).toHaveLength(1)
      }
    })
  })
})

describe('GET /api/projects/{id}', () => {
  it('shows what is published to guests, and drafts to their authors and curators alone', async () => {
    const open = await buildProject(db, { authors: [author.id] })
    const closed = await draft()
    expect((await call('GET', `/api/projects/${open.id}`)).status).toBe(200)
    const path = `/api/projects/${closed.id}`
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('GET', path, { token: stranger.token })).status).toBe(404)
    for (const { token } of [author, coauthor, curator]) expect((await call('GET', path, { token })).status).toBe(200)
  })

  it('shows the authors why a project is hidden', async () => {
    const { body } = await call('GET', `/api/projects/${(await hidden()).id}`, { token: author.token })
    expect(body.project).toMatchObject({ status: { slug: 'hidden' }, hidden_reason: 'Чужая работа' })
  })

  it('returns 404 for an unknown id', async () => {
    for (const id of ['0', 'x', '99999999999', '2000000000']) {
      expect((await call('GET', `/api/projects/${id}`)).status).toBe(404)
    }
  })
})

describe('PUT /api/projects/{id}', () => {
  const put = (id: number, token: string, body: unknown) => call('PUT', `/api/projects/${id}`, { token, body })

  it('lets every author change it, publish it and take it back; the first publication counts', async () => {
    const project = await draft()
    const published = await put(project.id, coauthor.token, { name: 'Новое имя', status: 'published' })
    expect(published.body.project).toMatchObject({ name: 'Новое имя', status: { slug: 'published' } })
    const back = await put(project.id, author.token, { status: 'draft', content: '<p>x<iframe></iframe></p>' })
    expect(back.body.project).toMatchObject({ status: { slug: 'draft' }, content: '<p>x</p>', name: 'Новое имя' })
    const again = await put(project.id, author.token, { status: 'published' })
    expect(again.body.project.published_at).toBe(published.body.project.published_at)
  })

  it('refuses strangers: 404 for a draft, 403 for what they may see, and changes nothing', async () => {
    const open = await buildProject(db, { authors: [author.id], name: 'Моё' })
    expect((await put((await draft()).id, stranger.token, { name: 'x' })).status).toBe(404)
    expect((await put(open.id, stranger.token, { name: '' })).status).toBe(403)
    expect((await call('PUT', `/api/projects/${open.id}`, { body: { name: 'x' } })).status).toBe(401)
    expect((await call('GET', `/api/projects/${open.id}`)).body.project.name).toBe('Моё')
    expect((await put(open.id, author.token, { name: '' })).status).toBe(422)
  })

  it('is hidden by a curator with a reason, and reopened only by one', async () => {
    const open = await buildProject(db, { authors: [author.id] })
    expect((await put(open.id, author.token, { status: 'hidden', reason: 'сам' })).status).toBe(403)
    const silent = await put(open.id, curator.token, { status: 'hidden' })
    expect([silent.status, Object.keys(silent.body.errors)]).toEqual([422, ['reason']])
    const done = await put(open.id, curator.token, { status: 'hidden', reason: 'Чужие снимки' })
    expect(done.body.project).toMatchObject({ status: { slug: 'hidden' }, hidden_reason: 'Чужие снимки' })

    for (const status of ['draft', 'published']) {
      expect((await put(open.id, author.token, { status })).status).toBe(403)
    }
    const edited = await put(open.id, author.token, { status: 'hidden', name: 'Исправлено', reason: 'нет' })
    expect(edited.body.project).toMatchObject({ name: 'Исправлено', hidden_reason: 'Чужие снимки' })

    const reopened = await put(open.id, curator.token, { status: 'published' })
    expect(reopened.body.project).toMatchObject({ status: { slug: 'published' }, hidden_reason: null })
  })

  it('cannot hide a draft', async () => {
    expect((await put((await draft()).id, curator.token, { status: 'hidden', reason: 'x' })).status).toBe(409)
  })
})

describe('DELETE /api/projects/{id}', () => {
  it('is for authors and curators', async () => {
    const project = await buildProject(db, { authors: [author.id] })
    const path = `/api/projects/${project.id}`
    expect((await call('DELETE', path)).status).toBe(401)
    expect((await call('DELETE', path, { token: stranger.token })).status).toBe(403)
    expect((await call('DELETE', path, { token: author.token })).status).toBe(204)
    expect((await call('GET', path, { token: curator.token })).status).toBe(404)
    expect((await call('DELETE', path, { token: author.token })).status).toBe(404)
    const other = await draft()
    expect((await call('DELETE', `/api/projects/${other.id}`, { token: curator.token })).status).toBe(204)
  })
})
