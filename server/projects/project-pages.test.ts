import { expect, it } from 'vitest'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

const sameMoment = '2026-01-10T00:00:00.000Z'

it('goes page by page', async () => {
  const many = await signedIn()
  for (let i = 0; i < 25; i++) await buildProject(db, { authors: [many.id], name: `№ ${i}`, published_at: sameMoment })
  const path = `/api/projects?user_id=${many.id}`
  const first = await call('GET', path)
  const second = await call('GET', `${path}&page=2`)
  expect(first.body).toMatchObject({ page: 1, pages: 2, total: 25 })
  expect(first.body.projects).toHaveLength(24)
  expect(second.body.projects.map(({ name }: ProjectCard) => name)).toEqual(['№ 0'])
  expect((await call('GET', `${path}&page=3`)).body.projects).toEqual([])
})

it('serves the whole tag, whatever else its address says', async () => {
  const author = await signedIn()
  await buildProject(db, { authors: [author.id], name: 'Афиша о трамвае', tags: ['трамвайное'] })
  const path = `/tags/${encodeURIComponent('трамвайное')}`
  for (const search of ['', '?sort=popular', '?search=автобус', '?year=1999&course_id=1']) {
    expect((await call('GET', path + search)).body).toContain('Афиша о трамвае')
  }
})
