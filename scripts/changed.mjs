import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, root } from './project.mjs'

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Paths that differ from where our branch left that of a commit, with files that are not committed yet. */
export function changedFiles(commit) {
  try {
    const differing = git('diff', '--name-only', '--merge-base', commit)
    return [...differing, ...git('ls-files', '--others', '--exclude-standard')]
  } catch {
    throw new Failure(`Нет такого коммита: ${commit}.`)
  }
}

/** Folders that are named as domains are, and are of use to all of them: the rest is a domain's own. */
const shared = ['content', 'covers', 'events', 'files', 'http', 'site']

/** Unit tests that read the project as text, which no import shows: any change may touch them. */
export const readingTests = [
  'server/asvs.test.ts',
  'server/db/sealed.test.ts',
  'server/http/foreign-hosts.test.ts',
  'server/layers.test.ts',
  'server/processes/ops-files.test.ts',
  'server/rights.test.ts',
  'server/rules.test.ts',
  'server/school-words.test.ts',
  'web/ui/neighbours.test.ts',
]

/**
 * Which stories a change of files touches: those that changed, and those that mention a domain with a change, by its
 * noun. A change of what all domains share, or of the school that the stories are set in, touches all of them. Returns
 * paths of stories.
 */
export function storiesOf(changed) {
  const files = changed.filter((file) => !/\.test\.tsx?$/.test(file))
  const stories = readdirSync(join(root, 'e2e'))
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => `e2e/${name}`)
  const nouns = new Set()
  for (const file of files) {
    const [, folder] = /^(?:web|server|contract)\/([\w-]+)\/.*\.(?:tsx?|css)$/.exec(file) ?? []
    const isDomain = folder && !shared.includes(folder) && existsSync(join(root, 'contract', folder))
    if (isDomain) nouns.add(folder.replace(/s$/, ''))
    else if (/^(web|server|contract|demo|scripts)\/|^e2e\/(?!.*\.e2e\.ts$)|^[^/]+\.(json|ts)$/.test(file))
      return stories
  }
  return stories.filter((path) => {
    if (files.includes(path)) return true
    const text = path + readFileSync(join(root, path), 'utf8')
    return [...nouns].some((noun) => new RegExp(`\\b${noun}`).test(text))
  })
}
