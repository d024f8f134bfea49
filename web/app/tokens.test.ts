import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(web, path), 'utf8')

/** Prescribed whole (specification §9), read or not. */
const palette = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950].map((shade) => `--blue-${shade}`)

it('every token is read somewhere', () => {
  const declared = [...read('app/tokens.css').matchAll(/^\s*(--(?!mantine-)[\w-]+):/gm)].map(([, name]) => name)
  expect(declared.length).toBeGreaterThan(50)
  expect(declared).toEqual(expect.arrayContaining(palette))
  const sources = globSync('**/*.{css,ts,tsx}', { cwd: web }).map(read)
  const used = new Set(sources.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)))
  expect(declared.filter((name) => !used.has(name) && !palette.includes(name ?? ''))).toEqual([])
})
