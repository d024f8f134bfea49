import { expect, it, vi } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { homePage } from '#server/home/home.pages.ts'
import * as homeRepo from '#server/home/home.repo.ts'
import { processLog } from '#server/log-failure.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db, deps, call, signedIn } = await testApp()
const home = async () => (await call('GET', '/api/home')).body.home
const named = (rows: { name: string }[]) => rows.map(({ name }) => name)

it('works in an empty school', async () => {
  expect(await home()).toMatchObject({
    courses: [],
    projects: [],
    teachers: [],
    settings: { order: expect.any(Array) },
  })
})

it('shows what is public, and nothing else', async () => {
  const [teacher, away, author] = await Promise.all([
    buildUser(db, { role: 'teacher', occupation: 'Дизайнер', surname: 'Лосева' }),
    buildUser(db, { role: 'teacher', active: false }),
    buildUser(db),
  ])
  const open = { announced: true, enrolling: true, teachers: [teacher.id, away.id] }
  await buildCourse(db, { ...open, name: 'Потом', starts_on: '2099-03-01' })
  await buildCourse(db, { ...open, name: 'Когда-нибудь' })
  await buildCourse(db, { ...open, name: 'Скоро', starts_on: '2099-02-01' })
  await buildCourse(db, { ...open, name: 'Черновик', status: 'draft' })
  await buildCourse(db, { ...open, name: 'Для своих', announced: false })
  await buildCourse(db, { ...open, name: 'Без набора', enrolling: false })
  const likes = await Promise.all([buildUser(db), buildUser(db)])
  const projects = {
    liked: await buildProject(db, { authors: [author.id], name: 'Любимый', likedBy: likes.map(({ id }) => id) }),
    chosen: await buildProject(db, { authors: [author.id], name: 'Выбранный' }),
    draft: await buildProject(db, { authors: [author.id], name: 'Набросок', status: 'draft' }),
    school: await buildProject(db, { authors: [author.id], name: 'Для школы', visibility: 'school' }),
    link: await buildProject(db, { authors: [author.id], name: 'По ссылке', visibility: 'link' }),
  }
  const project_ids = [projects.school.id, projects.draft.id, projects.chosen.id]
  await mergeSettings(db, 'home', { title: 'Наша школа', text: 'Учим делать', project_ids }, null)
  const shown = await home()
  expect(named(shown.courses)).toEqual(['Скоро', 'Потом', 'Когда-нибудь'])
  expect(named(shown.projects)).toEqual(['Выбранный', 'Любимый'])
  expect(shown.teachers).toHaveLength(1)
  expect(shown.teachers[0]).toMatchObject({ surname: 'Лосева', occupation: 'Дизайнер' })
  expect(named(shown.teachers[0].courses)).toEqual(['Потом', 'Когда-нибудь', 'Скоро', 'Без набора'])

  const page = await homePage(deps)
  expect(page.head).toMatchObject({ name: 'Наша школа', description: 'Учим делать', canonical: '/' })
  expect(page.head?.facts).toMatchObject([{ '@type': 'Organization', name: 'Практика' }])
  expect(page.answers).toEqual({ home: { home: shown } })
})

it('accepts only projects that everybody sees, and names the others', async () => {
  const { token } = await signedIn({ role: 'curator' })
  const author = await buildUser(db)
  const build = (values: object) => buildProject(db, { authors: [author.id], ...values })
  const shown = await build({})
  const others = [
    await build({ status: 'hidden' }),
    await build({ status: 'draft' }),
    await build({ visibility: 'school' }),
    await build({ visibility: 'link' }),
    await build({ deleted_at: new Date().toISOString() }),
    { id: 999_999 },
  ]
  const put = (project_ids: number[]) => call('PUT', '/api/settings/home', { token, body: { project_ids } })
  expect((await put([shown.id])).body.home.project_ids).toEqual([shown.id])
  for (const { id } of others) {
    const { status, body } = await put([shown.id, id])
    expect([status, body.errors]).toEqual([
      422,
      { project_ids: [`Проекта ${id} нет среди тех, что видят все. Уберите его из списка.`] },
    ])
  }
  // ids that no row can have once broke the main page for everybody
  for (const id of [2 ** 31, -1, 0, 1.5, 2 ** 53]) expect((await put([id])).status).toBe(422)
  expect((await call('GET', '/api/settings/home')).body.home.project_ids).toEqual([shown.id])
})

it('shows the rest when the kept choice is broken, or a block fails to load', async () => {
  await mergeSettings(db, 'home', { project_ids: [2 ** 31], steps: 'broken', title: 'Стоит' }, null)
  expect(await home()).toMatchObject({ settings: { title: 'Стоит', project_ids: [] } })
  expect((await call('GET', '/')).status).toBe(200)

  const logged = vi.spyOn(processLog, 'error').mockImplementation(() => {})
  const broken = vi.spyOn(homeRepo, 'listBestProjects').mockRejectedValue(new Error('broken'))
  // what was kept is built again
  await mergeSettings(db, 'home', { title: 'Стоит' }, null)
  const shown = await home()
  expect([shown.projects, shown.courses.length > 0, shown.teachers.length > 0]).toEqual([[], true, true])
  expect(logged).toHaveBeenCalled()
  expect((await call('GET', '/')).body).toContain('Стоит')
  broken.mockRestore()
  logged.mockRestore()
})

it('leads to the registration while visitors may register, and to the sign-in otherwise', async () => {
  const links = async () =>
    [...String((await call('GET', '/')).body).matchAll(/href="([^"]+)"[^>]*>(Начать учиться|Войти)</g)].map(
      ([, href, label]) => [label, href],
    )
  const { token } = await signedIn({ role: 'curator' })
  const allow = (registration: string) => call('PUT', '/api/settings/school', { token, body: { registration } })
  const registration = ['Начать учиться', '/registration']
  expect(await links()).toContainEqual(registration)
  expect((await allow('closed')).status).toBe(200)
  expect(await links()).toContainEqual(['Войти', '/login'])
  expect(await links()).not.toContainEqual(registration)
  await allow('open')
})
