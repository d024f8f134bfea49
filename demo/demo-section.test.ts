import { expect, test } from 'vitest'
import type { CheckedName, CheckReport } from '#contract/organisation/self-check.schema.ts'
import { checkedSection } from '#server/organisation/checked-section.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { buildDemoSchool } from './build-demo-school.ts'

const { call, deps } = await testApp()

const check = async (edition: 9 | 10, university: boolean): Promise<CheckReport> => {
  const login = { email: 'curator@demo.example', password: 'demo-password' }
  const token = (await call('POST', '/api/auth/login', { body: login })).body.access_token
  await call('PUT', '/api/settings/school', { token, body: { edition, university } })
  return checkedSection(call, token)
}

const nameOf = ({ container, name }: CheckedName) => (container ? `${container} ${name}` : name)

test('the robot finds every name in its place on the demo school’s pages', { timeout: 120_000 }, async () => {
  await buildDemoSchool(deps)
  for (const [edition, university] of [
    [10, false],
    [9, false],
    [10, true],
  ] as const) {
    const { faults, pages } = await check(edition, university)
    expect(faults).toEqual([])
    for (const { path, faults, names } of pages) {
      expect({ path, faults }).toEqual({ path, faults: [] })
      const bad = names.filter(({ finding }) => finding !== 'found' && finding !== 'empty').map(nameOf)
      expect({ path, bad }).toEqual({ path, bad: [] })
      // found names have no fault of form, either
      expect(names.filter(({ finding, advice }) => finding === 'found' && advice !== '')).toEqual([])
    }
  }
})

test('everything that the law requires exists, except what the school does not have', { timeout: 60_000 }, async () => {
  const { pages } = await check(10, false)
  const asked = pages.flatMap(({ names }) =>
    names.filter(({ finding, advice }) => finding === 'empty' && advice !== ''),
  )
  expect(asked.map(nameOf).toSorted()).toEqual(
    [
      // it teaches without partners, practice or state examinations
      ...['addressPlaceSet', 'addressPlacePrac', 'addressPlacePodg', 'addressPlaceGia'],
      ...['eduAccred eduPrac', 'eduOp eduPr', 'eduFedDoc', 'purposeSport'],
    ].toSorted(),
  )
})
