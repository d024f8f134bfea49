import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFolder } from '#server/project-folder.ts'

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8')
const text = read('docs/security.md')
const record = 'docs/decisions/0120-requirements-of-asvs-that-our-specification-excludes.md'

/** The rows of the comparison with ASVS, without that of V17. */
const rows = text
  .split('\n')
  .filter((line) => /^\| V\d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [id = '', , state = '', ...rest] = line.slice(2, -2).split(' | ')
    return { id, state, what: rest.join(' | ') }
  })

describe('the comparison with ASVS in docs/security.md', () => {
  it('has a row for each requirement, which is met or does not apply', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows).toHaveLength(246)
    expect(rows.filter(({ state, what }) => !['met', 'n/a'].includes(state) || what.length < 10)).toEqual([])
  })

  it('is added up as it is', () => {
    const countOf = (state: string) => rows.filter((row) => row.state === state).length
    const excluded = rows.filter(({ what }) => what.startsWith('excluded'))
    expect(excluded.filter(({ state }) => state !== 'n/a')).toEqual([])
    // V17 has seven, none of which applies
    const notApplied = countOf('n/a') - excluded.length + 7
    expect(text).toContain(`**Of these 253: ${countOf('met')} met, ${notApplied} n/a, ${excluded.length} excluded.**`)
  })

  it('excludes what the record gives reasons for, and nothing else', () => {
    const explained = [...read(record).matchAll(/^## (V[\d.]+):/gm)].map(([, id]) => id)
    expect(rows.filter(({ what }) => what.startsWith('excluded')).map(({ id }) => id)).toEqual(explained)
    for (const { what } of rows.filter(({ what }) => what.startsWith('excluded'))) expect(what).toContain(record)
  })

  it('names files that exist', () => {
    const named = rows.flatMap(({ id, what }) =>
      [...what.matchAll(/`((?:server|contract|web|e2e|scripts|ops|docs|demo)\/[\w./-]+\.\w+)`/g)].map(
        ([, path]) => [id, path as string] as const,
      ),
    )
    expect(named.length).toBeGreaterThan(400)
    const missing = named.filter(([, path]) => !existsSync(join(projectFolder, path)))
    // which the operator makes of its example
    expect(missing.filter(([, path]) => path !== 'ops/compose.env')).toEqual([])
  })
})
