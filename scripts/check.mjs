import { join } from 'node:path'
import { install } from './install.mjs'
import { main, node, root, run } from './project.mjs'

const checks = [
  ['Типы', 'typescript/bin/tsc', ['--noEmit']],
  ['Стиль и формат', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  ['Лишний код', 'knip/bin/knip.js', []],
]

/** `npm run check`: types, lint, format, unused code. */
await main(async () => {
  await install()
  let failed = 0
  for (const [name, path, args] of checks) {
    const code = await run(node, [join(root, 'node_modules', path), ...args])
    console.log(`${name}: ${code === 0 ? 'в порядке' : 'есть замечания'}`)
    if (code !== 0) failed = 1
  }
  return failed
})
