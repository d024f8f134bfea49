import { beforeAll, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { replaceUses } from '#server/files/file-uses.repo.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { demoPassword } from '#server/users/users.factory.ts'

/**
 * From the moment when somebody asks to be erased, nobody else can read about them; everything returns when they stay.
 */

const { db, deps, call, signedIn, runEffects } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let [person, teacher, mate, stranger, curator]: Signed[] = []
let own = { id: 0, file: '' }
let shared = { id: 0 }
let course = { id: 0 }
let discussed = { id: 0 }

const project = 'Барометр'
const together = 'Гигрометр'
const tag = 'невидимки'

beforeAll(async () => {
  ;[person, teacher, mate, stranger, curator] = await Promise.all([
    signedIn({ name: 'Ульяна', surname: 'Тихомолова' }),
    signedIn({ name: 'Ефим', surname: 'Незаметнов', role: 'teacher' }),
    signedIn({ name: 'Пётр', surname: 'Оставшийся' }),
    signedIn(),
    signedIn({ role: 'curator' }),
  ])
  if (!person || !teacher || !mate) return
  const file = await buildFile(db, deps.files, { user_id: person.id })
  own = { ...(await buildProject(db, { name: project, authors: [person.id], tags: [tag] })), file: file.id }
  await replaceUses(db, { owner: 'project', id: own.id }, [{ file_id: file.id, position: null }])
  shared = await buildProject(db, { name: together, authors: [person.id, mate.id] })
  discussed = await buildProject(db, {
    authors: [mate.id],
    comments: [{ user_id: person.id, text: 'Слова без ответа' }],
  })
  course = await buildCourse(db, { name: 'Курс погоды', teachers: [teacher.id], announced: true, enrolling: true })
})

const address = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`

/** Everything public, and the person's marked word in it. */
const readable = (): [string, string][] => [
  [`/api/users/${person?.id}`, 'Тихомолова'],
  [`/users/${person?.id}`, 'Тихомолова'],
  [`/og/user-${person?.id}.png`, 'PNG'],
  [`/api/projects/${own.id}`, project],
  [`/projects/${own.id}`, project],
  [`/og/project-${own.id}.png`, 'PNG'],
  [`/files/${own.file}`, ''],
  ['/api/projects', project],
  [address('/api/projects', { sort: 'popular' }), project],
  [address('/api/projects', { search: project }), project],
  [address('/api/projects', { search: 'баромерт' }), project],
  [address('/api/projects', { search: 'Тихомолова' }), together],
  [address('/api/projects', { search: 'Тихомолава' }), together],
  [address('/api/projects', { user_id: String(person?.id) }), together],
  [address('/api/projects', { tag }), project],
  ['/api/projects', 'Тихомолова'],
  ['/api/projects/filters', tag],
  [`/api/projects/tags/${encodeURIComponent(tag)}`, tag],
  ['/projects', project],
  [`/tags/${encodeURIComponent(tag)}`, project],
  [`/api/projects/${shared.id}`, 'Тихомолова'],
  [`/projects/${shared.id}`, 'Тихомолова'],
  [`/api/projects/${discussed.id}`, 'Тихомолова'],
  [`/projects/${discussed.id}`, 'Слова без ответа'],
  ['/api/home', project],
  ['/', 'Тихомолова'],
  ['/sitemap.xml', `/projects/${own.id}<`],
  ['/sitemap.xml', `/users/${person?.id}<`],
  ['/sitemap.xml', encodeURIComponent(tag)],
  ['/api/home', 'Незаметнов'],
  [`/api/programs/${course.id}`, 'Незаметнов'],
  [`/programs/${course.id}`, 'Незаметнов'],
  ['/sveden/employees', 'Незаметнов'],
  ['/api/organisation/pages/6', 'Незаметнов'],
]

/** What somebody reads, or a guest: pages and files are the same for everybody. */
const readableBy = (who?: Signed) => readable().filter(([path]) => !who || path.startsWith('/api'))

/** Which of the words somebody, or a guest, can read. */
const read = async (who?: Signed) => {
  const lines = readableBy(who)
  const texts = new Map<string, string>()
  const load = async (path: string) => {
    const { status, body } = await call('GET', path, who ? { token: who.token } : {})
    if (status === 200) texts.set(path, typeof body === 'string' ? body : JSON.stringify(body))
  }
  await Promise.all([...new Set(lines.map(([path]) => path))].map(load))
  return lines.flatMap(([path, word]) => (texts.get(path)?.includes(word) ? [`${path} ${word}`] : []))
}

const everything = (who?: Signed) => readableBy(who).map((line) => line.join(' '))

describe('somebody who has asked to be erased', () => {
  it('is shown nowhere until they cancel, and everywhere again after that', async () => {
    expect(await read()).toEqual(everything())
    expect(await read(stranger)).toEqual(everything(stranger))
    for (const who of [person, teacher]) {
      const { status } = await call('POST', `/api/users/${who?.id}/erasure`, {
        token: who?.token ?? '',
        body: { password: demoPassword },
      })
      expect(status).toBe(200)
    }
    expect(await read()).toEqual([])
    expect(await read(stranger)).toEqual([])
    expect(await read(mate)).toEqual([])
    // the project stays with the remaining author; the page shows their name alone
    const { body } = await call('GET', `/api/projects/${shared.id}`)
    expect(body.project.authors.map(({ surname }: { surname: string }) => surname)).toEqual(['Оставшийся'])
    // the person still sees their own data, and so do curators
    for (const who of [person, curator]) {
      const profile = await call('GET', `/api/users/${person?.id}`, { token: who?.token ?? '' })
      expect(profile.body.user.projects).toHaveLength(2)
      const page = await call('GET', `/api/projects/${own.id}`, { token: who?.token ?? '' })
      expect([page.status, page.body.project.authors.length]).toEqual([200, 1])
    }
    for (const who of [person, teacher])
      expect((await call('DELETE', `/api/users/${who?.id}/erasure`, { token: who?.token ?? '' })).status).toBe(204)
    expect(await read()).toEqual(everything())
    expect(await read(stranger)).toEqual(everything(stranger))
  })

  it('leaves a place without text where others have answered them', async () => {
    if (!person || !mate) return
    const talk = await buildProject(db, { authors: [mate.id] })
    const say = async (who: Signed, text: string, parent_id?: number) =>
      (await call('POST', `/api/projects/${talk.id}/comments`, { token: who.token, body: { text, parent_id } })).body
        .comment.id
    const first = await say(person, 'Вопрос')
    await say(mate, 'Ответ', first)
    await call('POST', `/api/users/${person.id}/erasure`, { token: person.token, body: { password: demoPassword } })
    const { comments } = (await call('GET', `/api/projects/${talk.id}`)).body.project
    expect(comments).toMatchObject([
      { id: first, user: null, text: '' },
      { parent_id: first, text: 'Ответ' },
    ])
    await call('DELETE', `/api/users/${person.id}/erasure`, { token: person.token })
  })

  it('causes no notifications by what they write and like in the meantime', async () => {
    if (!person || !mate) return
    const { id } = await buildProject(db, { authors: [mate.id] })
    const react = async (who: Signed) => {
      const { token } = who
      expect((await call('POST', `/api/projects/${id}/comments`, { token, body: { text: 'Здорово' } })).status).toBe(
        201,
      )
      expect((await call('POST', `/api/projects/${id}/like`, { token })).status).toBe(204)
      await runEffects()
      const { notifications } = (await call('GET', '/api/users/notifications', { token: mate?.token ?? '' })).body
      return notifications.filter((news: { project: { id: number } }) => news.project.id === id).length
    }
    await call('POST', `/api/users/${person.id}/erasure`, { token: person.token, body: { password: demoPassword } })
    expect(await react(person)).toBe(0)
    expect(await react(stranger as Signed)).toBe(2)
    await call('DELETE', `/api/users/${person.id}/erasure`, { token: person.token })
  })
})
