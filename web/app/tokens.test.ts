import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(web, path), 'utf8')

it('every token is read somewhere', () => {
  const declared = [...read('app/tokens.css').matchAll(/^\s*(--(?!mantine-)[\w-]+):/gm)].map(([, name]) => name)
  expect(declared.length).toBeGreaterThan(50)
  const sources = globSync('**/*.{css,ts,tsx}', { cwd: web }).map(read)
  const used = new Set(sources.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)))
  expect(declared.filter((name) => !used.has(name))).toEqual([])
})
