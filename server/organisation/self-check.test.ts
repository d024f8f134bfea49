import { beforeAll, describe, expect, it } from 'vitest'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import type { CheckedName, CheckReport } from '#contract/organisation/self-check.schema.ts'
import { checkedSection } from '#server/organisation/checked-section.fixture.ts'
import { fillSection } from '#server/organisation/filled-section.fixture.ts'
import { type PlantedMistake, plantedMistakes } from '#server/organisation/planted-mistakes.fixture.ts'
import { checkSection } from '#server/organisation/self-check.ts'
import { type ReadPage, type SiteReader, siteReader } from '#server/organisation/self-check-reader.ts'
import { testApp } from '#server/testing/app.ts'

const school = await testApp()
const { app, call, config, signedIn } = school
const options = { edition: 10 as const, university: false, stated: [] }

/** What one check has read: the pages, and which addresses open. */
const pages = new Map<string, ReadPage>()
const opening = new Map<string, boolean>()
let untouched: CheckReport

beforeAll(async () => {
  await fillSection(school, await signedIn({ role: 'curator' }), options)
  const reader = siteReader(app)
  const reading: SiteReader = {
    page: async (path) => {
      const page = await reader.page(path)
      pages.set(path, page)
      return page
    },
    opens: async (path) => {
      const opens = await reader.opens(path)
      opening.set(path, opens)
      return opens
    },
  }
  untouched = await checkSection(reading, config.publicUrl, options)
})

const addressesOf = (slug: string) => {
  const page = organisationPages.find((page) => page.slug === slug)
  return page ? [`/sveden/${slug}`, `/organisation/page${page.number}`] : [slug]
}

/** A copy of the read pages, with a mistake. */
const withMistake = ({ on, only, change }: PlantedMistake): SiteReader => {
  const copy = new Map(pages)
  const changed = only ? [only] : addressesOf(on).flatMap((path) => [path, `${path}/`])
  for (const path of changed.filter((path) => pages.has(path))) {
    const page = pages.get(path) as ReadPage
    const html = change(page.html)
    expect(html, 'the mistake is in the copy').not.toBe(page.html)
    copy.set(path, html === null ? { status: 404, html: '', tooLarge: false } : { ...page, html })
  }
  return {
    page: async (path) => copy.get(path) ?? { status: 404, html: '', tooLarge: false },
    opens: async (path) => opening.get(path) ?? false,
  }
}

const nameOf = ({ container, name }: CheckedName) => (container ? `${container} ${name}` : name)

/** Everything that the report complains about. */
const remarksOf = (report: CheckReport) => ({
  faults: [...report.faults, ...report.pages.flatMap(({ faults }) => faults)].map(({ text }) => text),
  names: report.pages.flatMap(({ names }) =>
    names
      .filter(({ finding, advice }) => finding !== 'found' || advice !== '')
      .map((checked) => [nameOf(checked), checked.finding, checked.advice] as const),
  ),
})

/** The names that the report has to list, each with its finding and text of the advice. */
const expectedFindings = ({ on, names = {}, everyName }: PlantedMistake) => {
  const page = untouched.pages.find(({ path }) => path === `/sveden/${on}`)
  const all = everyName ? (page?.names.map((checked) => [nameOf(checked), everyName] as const) ?? []) : []
  return [...all, ...Object.entries(names)].map(
    ([name, [finding, advice]]) => [name, [finding, expect.stringMatching(advice)]] as const,
  )
}

describe('a section with everything in it', () => {
  it('has every name of the registry, once or in every row, and nothing to report', () => {
    expect(remarksOf(untouched)).toEqual({ faults: [], names: [] })
    for (const { number, names } of untouched.pages) {
      const { blocks } = registryPage(number, options) ?? { blocks: [] }
      const expected = blocks.flatMap(({ container, repeated, fields, unmarked }) => {
        if (unmarked) return []
        const count = repeated ? 2 : 1
        const files = ({ kind, many }: (typeof fields)[number]) => (kind === 'file' && many ? count * 2 : count)
        return [
          ...(container ? [[container, null, count]] : []),
          ...fields.map((field) => [field.name, container, files(field)]),
        ]
      })
      expect(names.map(({ name, container, count }) => [name, container, count])).toEqual(expected)
    }
  })

  it('is requested internally, as a guest', { timeout: 120_000 }, async () => {
    const { token } = await signedIn({ role: 'curator' })
    const report = await checkedSection(call, token)
    expect(report).toEqual({ ...untouched, checked_at: report.checked_at })
  })
})

describe('a mistake planted in a copy of the pages is found, and nothing else', () => {
  it('there are at least thirty of them', () => {
    expect(plantedMistakes.length).toBeGreaterThanOrEqual(30)
  })

  it.each(plantedMistakes.map((planted) => [planted.mistake, planted] as const))('%s', async (_, planted) => {
    const { faults, names } = remarksOf(await checkSection(withMistake(planted), config.publicUrl, options))
    expect(faults).toEqual((planted.faults ?? []).map((fault) => expect.stringMatching(fault)))
    const reported = Object.fromEntries(names.map(([name, ...finding]) => [name, finding]))
    expect(reported).toEqual(Object.fromEntries(expectedFindings(planted)))
  })
})
