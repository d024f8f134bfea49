import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, root } from './project.mjs'

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Paths that differ from a commit, with files that are not committed yet. */
function changedFiles(commit) {
  try {
    return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
  } catch {
    throw new Failure(`Нет такого коммита: ${commit}.`)
  }
}

/**
 * Which stories a change touches: those that changed, and those that mention a domain with a change, by its noun. A
 * change of what all domains share touches all of them. Returns paths of stories.
 */
export function changedStories(commit) {
  const files = changedFiles(commit).filter((file) => !/\.test\.tsx?$/.test(file))
  const stories = readdirSync(join(root, 'e2e'))
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => `e2e/${name}`)
  const nouns = new Set()
  for (const file of files) {
    const [, folder] = /^(?:web|server|contract|demo)\/([\w-]+)\/.*\.(?:tsx?|css)$/.exec(file) ?? []
    if (folder && existsSync(join(root, 'contract', folder))) nouns.add(folder.replace(/s$/, ''))
    else if (/^(web|server|contract|demo|scripts)\/|^e2e\/(?!.*\.e2e\.ts$)|^[^/]+\.(json|ts)$/.test(file))
      return stories
  }
  return stories.filter((path) => {
    if (files.includes(path)) return true
    const text = path + readFileSync(join(root, path), 'utf8')
    return [...nouns].some((noun) => new RegExp(`\\b${noun}`).test(text))
  })
}
