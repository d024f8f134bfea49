import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')

it('no sheet names just any element by what comes before it: see docs/decisions/0117', () => {
  const sheets = globSync('**/*.css', { cwd: web })
  expect(sheets.length).toBeGreaterThan(50)
  const rules = sheets.flatMap((path) =>
    [...readFileSync(join(web, path), 'utf8').matchAll(/^[^\n/]*[+~]\s*\*\s*(?=[,{])/gm)].map(
      ([rule]) => `${path}: ${rule.trim()}`,
    ),
  )
  expect(rules).toEqual([])
})
