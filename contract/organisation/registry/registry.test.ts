import { describe, expect, it } from 'vitest'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { absentText, type RegistryOptions, registry, registryPage } from '#contract/organisation/registry/registry.ts'

const namesOf = (options: RegistryOptions) =>
  organisationPages.flatMap(({ number }) =>
    (registryPage(number, options)?.blocks ?? []).flatMap(({ container, fields, unmarked }) =>
      unmarked ? [] : [...(container ? [container] : []), ...fields.map(({ name }) => name)],
    ),
  )

/** Names that every page may have: further pages, and the button of the ninth edition. */
const everywhere = ['addRef', 'copy']

describe('the registry', () => {
  it('has the 157 names of the ninth edition', () => {
    const names = new Set([...namesOf({ edition: 9, university: false }), ...everywhere])
    expect(names.size).toBe(157)
  })

  it('has in the tenth edition two more for universities, and the accreditation on one page instead of two', () => {
    const ninth = new Set(namesOf({ edition: 9, university: true }))
    const tenth = new Set(namesOf({ edition: 10, university: true }))
    expect([...tenth.difference(ninth)]).toEqual(['hostelNumRooms', 'localActObPred'])
    expect([...ninth.difference(tenth)]).toEqual([])
    const pagesOf = (edition: 9 | 10) =>
      organisationPages
        .filter(({ number }) =>
          registryPage(number, { edition, university: false })?.blocks.some(({ fields }) =>
            fields.some(({ name }) => name === 'accreditationDocLink'),
          ),
        )
        .map(({ slug }) => slug)
    expect([pagesOf(9), pagesOf(10)]).toEqual([['common', 'education'], ['education']])
  })

  it('spells names as robots expect them, each once in its block', () => {
    for (const { blocks } of registry) {
      expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length)
      for (const { fields } of blocks) {
        const names = fields.map(({ name }) => name)
        expect(new Set(names).size).toBe(names.length)
        for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/)
      }
    }
  })

  it('has no name that is in no recommendation', () => {
    const unmarked = registry.flatMap(({ blocks }) => blocks.filter((block) => block.unmarked))
    expect(unmarked.map(({ key }) => key)).toEqual(['numbers', 'staff'])
    for (const { container, fields } of unmarked) {
      expect(container).toBeNull()
      expect(fields.filter(({ required }) => required)).toEqual([])
    }
  })

  it('has a text for each field without a value', () => {
    for (const { blocks } of registry) {
      for (const field of blocks.flatMap(({ fields }) => fields)) {
        expect(absentText(field), field.name).toMatch(field.kind === 'number' ? /^0$/ : /^\S.*\S$/)
      }
    }
  })
})
