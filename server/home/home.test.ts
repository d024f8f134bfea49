import { expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { homePage } from '#server/home/home.pages.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db, deps, call } = await testApp()
const home = async () => (await call('GET', '/api/home')).body.home
const named = (rows: { name: string }[]) => rows.map(({ name }) => name)

it('shows an empty school without a stumble', async () => {
  expect(await home()).toMatchObject({
    courses: [],
    projects: [],
    teachers: [],
    settings: { order: expect.any(Array) },
  })
})

it('shows what is open to everybody, and nothing else', async () => {
  const [teacher, away, author] = await Promise.all([
    buildUser(db, { role: 'teacher', occupation: 'Дизайнер', surname: 'Лосева' }),
    buildUser(db, { role: 'teacher', active: false }),
    buildUser(db),
  ])
  const open = { enrolling: true, teachers: [teacher.id, away.id] }
  await buildCourse(db, { ...open, name: 'Потом', starts_on: '2099-03-01' })
  await buildCourse(db, { ...open, name: 'Когда-нибудь' })
  await buildCourse(db, { ...open, name: 'Скоро', starts_on: '2099-02-01' })
  await buildCourse(db, { ...open, name: 'Черновик', status: 'draft' })
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
  expect(page.data).toEqual({ home: shown })
})
