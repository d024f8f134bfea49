import { describe, expect, it } from 'vitest'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import { matchPage } from '#contract/pages.ts'
import { isServed, loadServedPage } from '#server/http/serve-page.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { testApp } from '#server/testing/app.ts'

const { app, db, deps, call, signedIn } = await testApp()

const path = '/api/organisation/pages'

describe('GET /api/organisation/pages/{number}', () => {
  it('shows everybody each page, with every name of the registry', async () => {
    for (const { number, title } of organisationPages) {
      const { status, body } = await call('GET', `${path}/${number}`)
      expect(status).toBe(200)
      expect(body.page).toMatchObject({ number, title, edition: 10, university: false, updated_at: null })
      const blocks = registryPage(number, { edition: 10, university: false })?.blocks ?? []
      expect(Object.keys(body.page.blocks)).toEqual(blocks.map(({ key }) => key))
      for (const { key, fields, repeated } of blocks) {
        expect(body.page.blocks[key]).toHaveLength(repeated ? 0 : 1)
        for (const { values } of body.page.blocks[key]) {
          expect(values).toEqual(
            Object.fromEntries(fields.map(({ name }) => [name, { text: '', links: [], documents: [] }])),
          )
        }
      }
    }
  })

  it.each(['0', '15', 'x', '1.5'])('returns 404 for number %s', async (number) =>
    expect((await call('GET', `${path}/${number}`)).status).toBe(404),
  )

  it('follows the edition that the school chose, and whether it is a university', async () => {
    const { token } = await signedIn({ role: 'curator' })
    const set = (body: object) => call('PUT', '/api/settings/school', { token, body })
    const namesOn = async (number: number) => {
      const { page } = (await call('GET', `${path}/${number}`)).body
      return Object.values(page.blocks as Record<string, { values: object }[]>).flatMap(([row]) =>
        Object.keys(row?.values ?? {}),
      )
    }
    expect(await namesOn(1)).not.toContain('accreditationDocLink')
    expect(await namesOn(4)).toContain('accreditationDocLink')
    expect(await namesOn(7)).not.toContain('hostelNumRooms')
    await set({ edition: 9 })
    for (const number of [1, 4]) expect(await namesOn(number)).toContain('accreditationDocLink')
    await set({ edition: 10, university: true })
    expect(await namesOn(7)).toEqual(expect.arrayContaining(['hostelNumRooms', 'localActObPred']))
    await set({ university: false })
  })
})

const serve = async (address: string) => {
  const match = matchPage(address)
  return match && isServed(match) ? await loadServedPage(app, deps, match, {}, loadSchool(db)) : null
}

describe('the served pages', () => {
  it('list the section', async () => {
    const served = await serve('/organisation')
    expect(served?.title).toBe('Сведения об образовательной организации')
    expect(served?.answers).toEqual({ contents: { pages: organisationPages } })
  })

  it('show at both addresses what the call returns, and declare the canonical one', async () => {
    for (const { number, slug, title } of organisationPages) {
      const { body } = await call('GET', `${path}/${number}`)
      for (const address of [`/organisation/page${number}`, `/sveden/${slug}`, `/sveden/${slug}/`]) {
        expect(await serve(address)).toMatchObject({
          title,
          answers: { page: body },
          head: { canonical: `/organisation/page${number}`, facts: [{ '@type': 'Organization' }] },
        })
      }
    }
  })

  it('do not exist elsewhere', async () => {
    for (const address of ['/organisation/page15', '/sveden/x', '/sveden/edustandarts']) {
      expect((await call('GET', address)).status, address).toBe(404)
    }
  })
})
