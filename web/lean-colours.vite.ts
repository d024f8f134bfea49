import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The variables that Mantine declares and nothing of ours is drawn with. */
const unused =
  /--mantine-(?:color-(?:pink|grape|violet|indigo|cyan|teal|lime|yellow)-[\w-]+|primary-color-\d|breakpoint-\w+|z-index-\w+|h[456]-[\w-]+):[^;}]*;?/g

/** Mantine's names of the tokens: the block of `tokens.css` that declares nothing else. */
const carried = /\n:root,\n:root\[data-mantine-color-scheme\] \{\n((?: {2}--mantine-[^;]+;\n)+)\}/

/** The variables that `tokens.css` declares for both schemes: Mantine's own values of them are never read. */
const readCarried = async () => {
  const tokens = await readFile(join(import.meta.dirname, 'app/tokens.css'), 'utf8')
  const block = carried.exec(tokens)?.[1]
  if (!block) throw new Error('tokens.css has no block of Mantine’s variables.')
  return new Set([...block.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
}

/** Keeps of Mantine's variables only those in use. */
export const leanColours = (): Plugin => ({
  name: 'lean-colours',
  enforce: 'pre',
  async transform(code, id) {
    if (!/\/@mantine\/core\/styles\/default-css-variables\.layer\.css/.test(id)) return null
    const names = await readCarried()
    const lean = code
      .replace(unused, '')
      .replace(/(--[\w-]+):[^;}]*;?/g, (declaration, name: string) => (names.has(name) ? '' : declaration))
    return { code: lean, map: null }
  },
})
