import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownStories, readingTests, shared, storiesOf, testsBeside } from './changed.mjs'

const root = join(import.meta.dirname, '..')
const all = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.e2e.ts'))
const fileOf = (story: string) => `${story}.e2e.ts`

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

  const domains = readdirSync(join(root, 'contract'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !shared.includes(entry.name))
    .map(({ name }) => name)

  it.each(domains)('are some, and not all, for %s', (domain) => {
    const found = storiesOf([`server/${domain}/x.ts`])
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(all.length)
  })

  it('are listed by the names that they have', () => {
    expect(all).toEqual(expect.arrayContaining(Object.values(ownStories).flatMap((names) => names.map(fileOf))))
  })

  it.each([
    ['privacy', 'my-data'],
    ['quizzes', 'quizzes'],
    ['state', 'failures'],
    ['imports', 'imports'],
  ])('are also those that do not name its noun: of %s, %s', (domain, story) => {
    expect(storiesOf([`web/${domain}/x.tsx`])).toContain(`e2e/${fileOf(story)}`)
  })
})

it('a file that no import leads to touches the unit tests of its folder', () => {
  expect(testsBeside(['server/db/migrations/9999_x.sql'])).toContain('server/db/replica.test.ts')
  expect(testsBeside(['web/editor/paste/fixtures/x.clipboard'])).toContain('web/editor/paste/clean-pasted.test.ts')
  expect(testsBeside(['server/db/database.ts', 'web/journal/x.css', 'docs/scale.md', 'server/gone/x.sql'])).toEqual([])
})

/** They read what is beside them, the build, or a file that hardly ever changes, and some take minutes. */
const readLittle = [
  'scripts/packages.test.ts',
  'server/backup/backup.test.ts',
  'server/db/upgrade-embedded.test.ts',
  'server/doctor/doctor.test.ts',
  'server/films/film-copies.test.ts',
  'server/processes/next-build.test.ts',
  'web/editor/paste/clean-pasted.test.ts',
]

it('tests that read the project as text run with every change', () => {
  const tests = globSync('{contract,demo,scripts,server,web}/**/*.test.{ts,tsx}', { cwd: root })
  const reading = tests.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const reads = /'ls-files'|\b(?:glob|readdir|readFile)(?:Sync)?\(/.test(text)
    return reads && /'ls-files'|globSync\(|projectFolder|import\.meta\.dirname|\bread\w+\('\w+\//.test(text)
  })
  expect([...readingTests, ...readLittle].toSorted()).toEqual(reading.toSorted())
})
