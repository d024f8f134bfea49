import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { root } from './project.mjs'

const fonts = join(root, 'web', 'fonts')
const packaged = join(root, 'node_modules', '@fontsource-variable', 'onest', 'files')
const weights = { min: 400, max: 700 }
/** Kerning and figures of one width; every other feature keeps glyphs that no page shows. */
const features = ['kern', 'tnum']

/** `U+0020-007E, U+00A0` as text with all these characters. */
const lettersOf = (range) =>
  range
    .split(',')
    .flatMap((part) => {
      const [first, last = first] = part.trim().replace('U+', '').split('-')
      const start = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index)
    })
    .map((code) => String.fromCodePoint(code))
    .join('')

/**
 * `npm run fonts`: writes the committed fonts of `web/fonts` again, after a change of their letters. Each is cut from
 * the package's font of the same name, without `-signs`, to the letters of its `unicode-range` in `tokens.css`, and to
 * the weights in use.
 */
const tokens = await readFile(join(root, 'web', 'app', 'tokens.css'), 'utf8')
for (const [, name, range] of tokens.matchAll(/fonts\/([\w-]+)\.woff2"[^}]+?unicode-range:\s*([^;]+);/g)) {
  const font = await readFile(join(packaged, `${name.replace('-signs', '')}.woff2`))
  const cut = await subsetFont(font, lettersOf(range), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: features,
  })
  await writeFile(join(fonts, `${name}.woff2`), cut)
  console.log(`${name}: ${font.length} → ${cut.length} bytes`)
}
