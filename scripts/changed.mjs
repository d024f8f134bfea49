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
export const shared = ['content', 'covers', 'events', 'files', 'http', 'site']

/** The stories of domains whose noun finds other ones: a story shows them without naming them. */
export const ownStories = {
  audit: ['accessibility', 'look-as'],
  imports: ['imports', 'people-imports', 'scorm'],
  keys: ['accessibility', 'lti'],
  privacy: ['accessibility', 'consents', 'my-data', 'part-errors', 'served-pages'],
  quizzes: ['accessibility', 'journal', 'quizzes'],
  state: ['accessibility', 'failures'],
  webhooks: ['accessibility', 'lti'],
}

/** Unit tests that read the project as text, which no import shows: any change may touch them. */
export const readingTests = [
  'scripts/changed.test.ts',
  'server/asvs.test.ts',
  'server/db/migrations.test.ts',
  'server/db/sealed.test.ts',
  'server/http/api-docs.test.ts',
  'server/http/foreign-hosts.test.ts',
  'server/http/openapi.test.ts',
  'server/layers.test.ts',
  'server/processes/ops-files.test.ts',
  'server/rights.test.ts',
  'server/rules.test.ts',
  'server/school-words.test.ts',
  'web/app/tokens.test.ts',
  'web/ui/neighbours.test.ts',
]

/**
 * The unit tests of the folders in which something changed that no import leads to: a migration, a document that a test
 * reads. Returns paths of tests.
 */
export function testsBeside(changed) {
  const folders = changed.flatMap((file) => {
    const [, folder] = /^((?:contract|server|web)\/[\w-]+)\/.*\.(?!tsx?$|css$)\w+$/.exec(file) ?? []
    return folder && existsSync(join(root, folder)) ? [folder] : []
  })
  return [...new Set(folders)].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
}

/**
 * Which stories a change of files touches: those that changed, and those of a domain with a change, which mention its
 * noun or are listed above. A change of what all domains share, or of the school that the stories are set in, touches
 * all of them. Returns paths of stories.
 */
export function storiesOf(changed) {
  const files = changed.filter((file) => !/\.test\.tsx?$/.test(file))
  const stories = readdirSync(join(root, 'e2e'))
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => `e2e/${name}`)
  const domains = new Set()
  for (const file of files) {
    const [, folder] = /^(?:web|server|contract)\/([\w-]+)\/.*\.(?:tsx?|css)$/.exec(file) ?? []
    const isDomain = folder && !shared.includes(folder) && existsSync(join(root, 'contract', folder))
    if (isDomain) domains.add(folder)
    else if (/^(web|server|contract|demo|scripts)\/|^e2e\/(?!.*\.e2e\.ts$)|^[^/]+\.(json|ts)$/.test(file))
      return stories
  }
  return stories.filter((path) => {
    if (files.includes(path)) return true
    const text = path + readFileSync(join(root, path), 'utf8')
    return [...domains].some(
      (domain) =>
        ownStories[domain]?.some((name) => path === `e2e/${name}.e2e.ts`) ??
        new RegExp(`\\b${domain.replace(/s$/, '')}`).test(text),
    )
  })
}
