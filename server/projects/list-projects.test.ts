import { beforeAll, expect, it } from 'vitest'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let vera: Signed
let ilya: Signed

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()
const names = async (query: string, token?: string) => {
  const { body } = await call('GET', `/api/projects${query}`, token ? { token } : {})
  return body.projects.map(({ name }: ProjectCard) => name)
}

beforeAll(async () => {
  vera = await signedIn({ name: 'Вера', surname: 'Соколова' })
  ilya = await signedIn({ name: 'Илья', surname: 'Петров' })
  const build = (name: string, at: number, rest: Partial<Parameters<typeof buildProject>[1]> = {}) =>
    buildProject(db, { authors: [vera.id], name, summary: '', published_at: day(at), ...rest })
  await build('Плакат 100%', 1, { tags: ['Шрифт'], likedBy: [vera.id, ilya.id] })
  await build('Сервис', 2, { tags: ['код'], authors: [ilya.id, vera.id], likedBy: [vera.id] })
  await build('Открытка', 3, { summary: 'Почтовая, для бабушки' })
  await build('Черновик', 4, { status: 'draft', tags: ['Шрифт'] })
  await build('Скрытый', 5, { status: 'hidden', hidden_reason: 'x' })
  await build('Удалённый', 6, { deleted_at: day(7) })
})

it('shows guests what is published, newest first', async () => {
  expect(await names('')).toEqual(['Открытка', 'Сервис', 'Плакат 100%'])
  expect((await call('GET', '/api/projects')).body).toMatchObject({ page: 1, pages: 1, total: 3 })
})

it('leaves drafts out even for their author and curators', async () => {
  expect(await names('', vera.token)).not.toContain('Черновик')
})

it('sorts by likes and marks the reader’s own', async () => {
  const { body } = await call('GET', '/api/projects?sort=popular', { token: ilya.token })
  expect(body.projects.map(({ name, likes }: ProjectCard) => [name, likes])).toEqual([
    ['Плакат 100%', { count: 2, mine: true }],
    ['Сервис', { count: 1, mine: false }],
    ['Открытка', { count: 0, mine: false }],
  ])
})

it('names the authors in their order', async () => {
  const { body } = await call('GET', '/api/projects?search=сервис')
  expect(body.projects[0].authors).toEqual([
    { id: ilya.id, name: 'Илья', surname: 'Петров', role: { slug: 'student', name: 'Студент' }, avatar: null },
    { id: vera.id, name: 'Вера', surname: 'Соколова', role: { slug: 'student', name: 'Студент' }, avatar: null },
  ])
})

it.each([
  ['?search=ПЛАКАТ', ['Плакат 100%']],
  ['?search=бабушки', ['Открытка']],
  [`?search=${encodeURIComponent('илья сервис')}`, ['Сервис']],
  ['?search=петров', ['Сервис']],
  ['?search=%25', ['Плакат 100%']],
  ['?search=сёрвис', ['Сервис']],
  ['?search=_', []],
  ['?search=%5C', []],
  ['?search=%00', ['Открытка', 'Сервис', 'Плакат 100%']],
  ['?tag=шрифт', ['Плакат 100%']],
  ['?tag=шриф', []],
  ['?tag=%00', ['Открытка', 'Сервис', 'Плакат 100%']],
  ['?course_id=1000', []],
])('finds %s', async (query, expected) => expect(await names(encodeURI(decodeURI(query)))).toEqual(expected))

it('filters by person', async () => {
  expect(await names(`?user_id=${ilya.id}`)).toEqual(['Сервис'])
  expect(await names(`?user_id=${vera.id}&tag=код`)).toEqual(['Сервис'])
})

it('refuses an invalid query', async () => {
  for (const query of ['page=0', 'page=x', 'sort=best', 'course_id=-1']) {
    expect((await call('GET', `/api/projects?${query}`)).status).toBe(422)
  }
})

it('shows on a profile the unpublished ones only to their author and curators', async () => {
  const profile = async (token?: string) =>
    (await call('GET', `/api/users/${vera.id}`, token ? { token } : {})).body.user.projects.map(
      ({ name }: ProjectCard) => name,
    )
  const curator = await signedIn({ role: 'curator' })
  const open = ['Открытка', 'Сервис', 'Плакат 100%']
  expect(await profile()).toEqual(open)
  expect(await profile(ilya.token)).toEqual(open)
  const all = ['Скрытый', 'Черновик', ...open]
  expect(await profile(vera.token)).toEqual(all)
  expect(await profile(curator.token)).toEqual(all)
})
