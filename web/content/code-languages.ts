import type { LanguageFn } from 'lowlight'

type Grammar = () => Promise<{ default: LanguageFn }>

/**
 * A language that code is coloured in: its name on screen, how else it is called, and what its texts may hold besides.
 */
export interface CodeLanguage {
  name: string
  aliases?: readonly string[]
  holds?: readonly string[]
  load: Grammar
}

/** By the name in `class="language-…"`. Each grammar is loaded when a text needs it. */
export const codeLanguages: Record<string, CodeLanguage> = {
  html: {
    name: 'HTML',
    aliases: ['xml', 'svg'],
    holds: ['css', 'javascript'],
    load: () => import('highlight.js/lib/languages/xml'),
  },
  css: { name: 'CSS', load: () => import('highlight.js/lib/languages/css') },
  javascript: {
    name: 'JavaScript',
    aliases: ['js', 'jsx', 'mjs'],
    load: () => import('highlight.js/lib/languages/javascript'),
  },
  typescript: {
    name: 'TypeScript',
    aliases: ['ts', 'tsx'],
    load: () => import('highlight.js/lib/languages/typescript'),
  },
  json: { name: 'JSON', load: () => import('highlight.js/lib/languages/json') },
  python: { name: 'Python', aliases: ['py'], load: () => import('highlight.js/lib/languages/python') },
  '1c': { name: '1С', load: () => import('highlight.js/lib/languages/1c') },
  bash: { name: 'Bash', aliases: ['sh', 'shell', 'zsh'], load: () => import('highlight.js/lib/languages/bash') },
  c: { name: 'C', aliases: ['h'], load: () => import('highlight.js/lib/languages/c') },
  cpp: { name: 'C++', aliases: ['c++', 'cc', 'hpp'], load: () => import('highlight.js/lib/languages/cpp') },
  csharp: { name: 'C#', aliases: ['c#', 'cs'], load: () => import('highlight.js/lib/languages/csharp') },
  go: { name: 'Go', aliases: ['golang'], load: () => import('highlight.js/lib/languages/go') },
  java: { name: 'Java', load: () => import('highlight.js/lib/languages/java') },
  kotlin: { name: 'Kotlin', aliases: ['kt'], load: () => import('highlight.js/lib/languages/kotlin') },
  markdown: { name: 'Markdown', aliases: ['md'], load: () => import('highlight.js/lib/languages/markdown') },
  pascal: { name: 'Pascal', aliases: ['delphi', 'pas'], load: () => import('highlight.js/lib/languages/delphi') },
  php: { name: 'PHP', load: () => import('highlight.js/lib/languages/php') },
  ruby: { name: 'Ruby', aliases: ['rb'], load: () => import('highlight.js/lib/languages/ruby') },
  rust: { name: 'Rust', aliases: ['rs'], load: () => import('highlight.js/lib/languages/rust') },
  sql: { name: 'SQL', load: () => import('highlight.js/lib/languages/sql') },
  swift: { name: 'Swift', load: () => import('highlight.js/lib/languages/swift') },
  yaml: { name: 'YAML', aliases: ['yml'], load: () => import('highlight.js/lib/languages/yaml') },
}

/** The language by its name or one of its other names. */
export const languageOf = (name: string) =>
  Object.keys(codeLanguages).find((key) => key === name || codeLanguages[key]?.aliases?.includes(name)) ?? null
