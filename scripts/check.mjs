import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { showAdvisories } from './advisories.mjs'
import { install } from './install.mjs'
import { main, node, root, run } from './project.mjs'

/** What the parts remember of the last time: only what has changed since is checked again. */
const remembered = join(root, 'node_modules', '.cache', 'check')

const checks = [
  [
    'Типы',
    'typescript/bin/tsc',
    ['--noEmit', '--incremental', '--tsBuildInfoFile', join(remembered, 'types.tsbuildinfo')],
  ],
  ['Стиль и формат', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  ['Лишний код', 'knip/bin/knip.js', ['--cache', '--cache-location', join(remembered, 'knip')]],
]

/**
 * `npm run check`: types, lint, format, unused code, side by side, and which vulnerabilities are known. One of these
 * fails nothing here, as it comes on a day that no change has chosen; `npm run licences` fails for it.
 */
await main(async () => {
  await install()
  mkdirSync(remembered, { recursive: true })
  const [codes] = await Promise.all([
    Promise.all(
      checks.map(async ([name, path, args]) => {
        const code = await run(node, [join(root, 'node_modules', path), ...args])
        console.log(`${name}: ${code === 0 ? 'в порядке' : 'есть замечания'}`)
        return code
      }),
    ),
    showAdvisories(),
  ])
  return codes.every((code) => code === 0) ? 0 : 1
})
