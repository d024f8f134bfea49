import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readingTests, storiesOf } from './changed.mjs'

const all = readdirSync(join(import.meta.dirname, '..', 'e2e')).filter((name) => name.endsWith('.e2e.ts'))

describe('the stories of a change', () => {
  it.each([
    'demo/content/courses.ts',
    'server/http/route.ts',
    'contract/http/endpoint.ts',
    'web/content/RichText.tsx',
    'server/events/live-streams.ts',
    'server/files/files.routes.ts',
    'server/site/site.repo.ts',
    'contract/covers/covers.api.ts',
    'server/db/database.ts',
    'e2e/kept-context.ts',
    'package.json',
  ])('are all of them for what they share: %s', (file) => {
    expect(storiesOf([file])).toHaveLength(all.length)
  })

  it('are those that mention its domain, and those that changed', () => {
    const found = storiesOf(['web/scorm/ScormPackages.tsx', 'e2e/calendar.e2e.ts', 'server/scorm/scorm.test.ts'])
    expect(found).toContain('e2e/scorm.e2e.ts')
    expect(found).toContain('e2e/calendar.e2e.ts')
    expect(found.length).toBeLessThan(all.length / 4)
    expect(storiesOf(['server/http/route.test.ts', 'docs/scale.md'])).toEqual([])
  })
})

it('tests that read the project as text run with every change', () => {
  const root = join(import.meta.dirname, '..')
  const tests = globSync('{contract,server,web}/**/*.test.{ts,tsx}', { cwd: root })
  const reading = tests.filter((path) => /'ls-files'|globSync\(/.test(readFileSync(join(root, path), 'utf8')))
  expect(readingTests).toEqual(expect.arrayContaining(reading))
})
