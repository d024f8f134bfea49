import { expect, test } from 'vitest'
import { type Home, maxOnHome } from '#contract/home/home.schema.ts'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { defaultHome } from '#contract/site/site-settings.schema.ts'
import { homeValues, toOffer } from '#web/home/home-form.ts'

test('the form lists as many projects as the main page shows, by their names', () => {
  const ids = Array.from({ length: 12 }, (_, place) => place + 1)
  const projects = ids.slice(0, maxOnHome.projects).map((id) => ({ id, name: `Работа ${id}` }))
  const home = { settings: { ...defaultHome, project_ids: ids }, projects } as unknown as Home
  expect(homeValues(home).projects).toEqual(projects)
})

test('only projects that everybody sees are offered, each once', () => {
  const found = [
    { id: 1, visibility: 'public' },
    { id: 2, visibility: 'school' },
    { id: 3, visibility: 'public' },
  ] as ProjectCard[]
  expect(toOffer(found, [{ id: 3, name: 'Работа' }]).map(({ id }) => id)).toEqual([1])
})
