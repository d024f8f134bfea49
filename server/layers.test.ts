import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
const source = new Map<string, string>()
for (const path of files) {
  try {
    source.set(path, readFileSync(join(root, path), 'utf8'))
  } catch {
    // deleted, but not committed yet
  }
}

/** The committed files that match. */
const filesOf = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /\.fixture\.ts$/.test(path)

/** What a file imports, static or not: `#web/app/link.ts`, `drizzle-orm/pg-core`. */
const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'([^']+)'/g)].map(([, specifier]) => specifier as string)

/** «path → import» for every import of a file that `rule` refuses. */
const offences = (rule: (path: string, specifier: string) => boolean) =>
  [...source].flatMap(([path, text]) =>
    importsOf(text)
      .filter((specifier) => !rule(path, specifier))
      .map((specifier) => `${path} → ${specifier}`),
  )

const mayImport: Record<string, string[]> = {
  contract: ['contract'],
  server: ['server', 'contract'],
  web: ['web', 'contract'],
  demo: ['demo', 'server', 'contract'],
}

describe('imports', () => {
  it('go in the directions of the roots', () => {
    const bad = offences((path, specifier) => {
      const [folder = ''] = path.split('/')
      const [, target] = /^#(\w+)\//.exec(specifier) ?? []
      if (!target || !mayImport[folder]) return true
      // the process fills an empty database with the demo school
      if (path === 'server/main.ts' && target === 'demo') return true
      // the editor's output is tested against the server's cleaning
      if (isTest(path) && specifier === '#server/content/clean-html.ts') return true
      return mayImport[folder].includes(target)
    })
    expect(bad).toEqual([])
  })

  it('lead in one direction: no file imports what imports it, not even types, nor when it is needed', () => {
    const targetOf = (path: string, specifier: string) =>
      specifier.startsWith('.') ? join(dirname(path), specifier) : specifier.replace(/^#/, '')
    const rest = new Map(
      [...source].map(([path, text]) => {
        const specifiers = [...text.matchAll(/\b(?:from\s+|import\()'([^']+)'/g)].map(
          ([, specifier]) => specifier as string,
        )
        return [path, specifiers.map((specifier) => targetOf(path, specifier)).filter((target) => source.has(target))]
      }),
    )
    // the ends of all chains are left out until only circles are left
    for (let before = 0; before !== rest.size; ) {
      before = rest.size
      const imported = new Set([...rest.values()].flat())
      for (const [path, targets] of rest)
        if (!imported.has(path) || !targets.some((target) => rest.has(target))) rest.delete(path)
    }
    expect([...rest.keys()]).toEqual([])
  })

  it('never leave a root by a relative path', () => {
    const bad = offences((path, specifier) => {
      if (!mayImport[path.split('/')[0] as string] || !specifier.startsWith('.')) return true
      return join(path, '..', specifier).split('/')[0] === path.split('/')[0]
    })
    expect(bad).toEqual([])
  })

  it('bring nothing but zod into the contract', () => {
    const bad = offences((path, specifier) => {
      if (!path.startsWith('contract/') || isTest(path)) return true
      return specifier.startsWith('#contract/') || specifier === 'zod'
    })
    expect(bad).toEqual([])
  })

  it('keep the database behind tables and repos', () => {
    const bad = offences((path, specifier) => {
      if (!/^(drizzle-orm|pg)($|\/)/.test(specifier) || !path.startsWith('server/')) return true
      return /\.(table|repo|factory)\.ts$/.test(path) || /^server\/(db|testing)\//.test(path) || isTest(path)
    })
    expect(bad).toEqual([])
  })

  it('open dialogs by `web/ui/Modal.tsx`: Mantine’s, mounted open, loses the focus as it closes', () => {
    // the palette is put together from its parts, with the same hook
    const own = ['web/ui/Modal.tsx', 'web/search/SearchPalette.tsx']
    const bad = [...source].flatMap(([path, text]) => {
      const [, parts = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text) ?? []
      return /\bModal\b/.test(parts) && !own.includes(path) ? [path] : []
    })
    expect(bad).toEqual([])
  })

  it('keep Node out of the browser, and the parts of web/ui out of every domain', () => {
    const bad = offences((path, specifier) => {
      if (!path.startsWith('web/') || isTest(path) || path.endsWith('.vite.ts')) return true
      if (specifier.startsWith('node:')) return false
      return (
        !path.startsWith('web/ui/') || !specifier.startsWith('#web/') || /^#web\/(ui|app|data|forms)\//.test(specifier)
      )
    })
    expect(bad).toEqual([])
  })

  it('keep what pages load and save apart from how they look', () => {
    const bad = offences((path, specifier) => {
      if (!path.startsWith('web/data/') || isTest(path)) return true
      return !/^#web\/(app|forms|frame)\/|\.tsx$/.test(specifier)
    })
    expect(bad).toEqual([])
  })
})

describe('tooltips', () => {
  /**
   * Elements, and components that pass their props on to one. Components with a heading show their `title` themselves.
   */
  const bare =
    /^([a-z]\w*|Icon[A-Z]\w*|(Action|Theme)Icon|(Close|Unstyled|Link)?Button|Checkbox|Switch|Radio|Chip|Text|Link)$/

  it('bring the sheet of each part of Mantine that is in no common sheet: without it the browser’s own look shows', () => {
    const apart = ['Radio', 'Switch', 'SegmentedControl', 'Menu', 'Chip', 'Tabs', 'NumberInput']
    const bad = [...source].flatMap(([path, text]) => {
      const [, parts = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text) ?? []
      return (
        apart
          .filter((part) => parts.split(/[\s,]+/).includes(part) && !text.includes(`styles/${part}.layer.css`))
          // without its buttons it is a field like others
          .filter((part) => part !== 'NumberInput' || !/\bhideControls\b/.test(text))
          .map((part) => `${path}: ${part}`)
      )
    })
    expect(bad).toEqual([])
  })

  it('use `data-tip`: no element has a `title`, which the browser shows in its own way', () => {
    const bad = [...source].flatMap(([path, text]) => {
      if (!path.startsWith('web/') || isTest(path)) return []
      const attributes = [...text.matchAll(/[\s]title=/g)].filter(({ index }) => {
        // skips elements inside an attribute of the tag
        const before = text.slice(0, index + 1).replace(/<[A-Za-z][\w.]*[^<>]*\/>/g, '')
        const [, tag = ''] = [...before.matchAll(/<([A-Za-z][\w.]*)(?=\s)/g)].at(-1) ?? []
        return tag !== 'iframe' && bare.test(tag)
      })
      const set = [...text.matchAll(/\.title = |setAttribute\('title'/g)].filter(
        ({ index }) => !/(document|this)$/.test(text.slice(0, index)),
      )
      return [...attributes, ...set].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`)
    })
    expect(bad).toEqual([])
  })

  it('draw ids by `randomId`: over plain http the browser has no `crypto.randomUUID`', () => {
    const bad = [...source].filter(([path, text]) => path.startsWith('web/') && text.includes('crypto.randomUUID('))
    expect(bad.map(([path]) => path)).toEqual([])
  })
})

describe('files', () => {
  it('have max 400 lines', () => {
    const long = [...source]
      .map(([path, text]) => [path, text.split('\n').length - 1] as const)
      .filter(([, lines]) => lines > 400)
    expect(long).toEqual([])
  })

  it('write properties as properties: `...{ a, b }` reads like a merge, and TypeScript accepts any property in it', () => {
    const bad = [...source].flatMap(([path, text]) =>
      [...text.matchAll(/^\s*\.\.\.\{/gm)].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`),
    )
    expect(bad).toEqual([])
  })

  it('are in folders with concrete names, without barrels', () => {
    const vague = files.filter((path) => /(^|\/)(utils?|helpers?|common|services?|shared|lib|misc)\//.test(path))
    expect(vague).toEqual([])
    expect(files.filter((path) => /^index\.(ts|tsx|mjs)$/.test(basename(path)))).toEqual([])
    // everybody imports a part of the contract from where it is
    const passing = [...source].filter(
      ([path, text]) => path.startsWith('contract/') && /^export (?:type )?[{*]/m.test(text),
    )
    expect(passing.map(([path]) => path)).toEqual([])
  })
})

describe('stories', () => {
  it('wait for what they expect of a page: a list that is still loading has no rows', () => {
    const once =
      /expect\(\(?await (?:(?!\n\n|;).)*?\.(?:count|all(?:Text|InnerText)s?Contents|textContent|innerText|inputValue|getAttribute|is[A-Z]\w+)\(.*/g
    const bad = [...source].flatMap(([path, text]) =>
      path.startsWith('e2e/') ? [...text.matchAll(once)].map(([found]) => `${path}: ${found}`) : [],
    )
    expect(bad).toEqual([])
  })
})

describe('unit tests', () => {
  it('poll for what they expect: `vi.waitFor` and `vi.waitUntil` give up after a second unless they are given a time', () => {
    /** The call that begins at an index, to its last bracket. */
    const callAt = (text: string, index: number) => {
      let depth = 0
      for (const { 0: sign, index: offset } of text.slice(index).matchAll(/[()]/g)) {
        depth += sign === '(' ? 1 : -1
        if (depth === 0) return text.slice(index, index + offset + 1)
      }
      return text.slice(index)
    }
    const bad = [...source].flatMap(([path, text]) =>
      [...text.matchAll(/\bvi\.wait(?:For|Until)\(/g)]
        .map(({ index }) => callAt(text, index))
        .filter((call) => !/, (?:timeout|\d[\d_]*|\{[^{}]*\btimeout: [^{}]*\})\)$/.test(call))
        .map((call) => `${path}: ${call}`),
    )
    expect(bad).toEqual([])
  })
})

describe('plain language', () => {
  /** Folders whose text is held to docs/style.md. */
  const held = ['bench', 'contract', 'demo', 'e2e', 'scripts', 'server', 'web']
  /** The files of these folders, and the configuration in the root. */
  const isHeld = (path: string) => !path.includes('/') || held.includes(path.split('/')[0] as string)

  /** What docs/style.md bans, with what to write instead. Only what is hardly ever right. */
  const banned: [RegExp, string][] = [
    [/\banew\b/i, 'again'],
    [/\bonce more\b/i, 'again'],
    [/\bone[’']s\b/i, 'their, the user’s'],
    [/\bso (many|much)\b/i, 'max, this many'],
    [/\btold\b(?! apart)/i, 'notified, shown'],
    [/\btells?\b(?! \w+ (apart|from))/i, 'notifies, shows'],
    [/\b(hears?|heard)\b/i, 'receives, is notified'],
    [/\b(a|the|this|each|own|of|handed-in|accepted) works?\b/i, 'task'],
    [/\bworks (of|that)\b/i, 'tasks'],
    [/\b(does|do|did) not come\b/i, 'fails to load'],
    [/\bgo(es)? on\b/i, 'continues, resumes'],
    [/\btake[sn]? away\b/i, 'removes, deletes'],
    [/\bdone with\b/i, 'ended'],
    [/\blies (in|at|under|beside|there)\b/i, 'is in, is kept in'],
    [/\bstands? (at|on|there|beside|under|above|over|between|before|after|where|in(?! for\b))\b/i, 'is in, is on'],
    [/\b(how|where) (a|an|the|it|they|each|this) ?\w* stands?\b/i, 'the state of, is in'],
    [/\bto who\b/i, 'to somebody who'],
    [/\bwhat (will |has )?bec[ao]mes? of\b/i, 'the outcome of'],
    [/^(Whoever|Whom|Of|By (this|which|what)|In (what|which)|From (this|which)|As if) /, 'the subject first'],
    [/\b(of|for|from|by) whoever\b/i, 'the person, the user'],
    [/^Says\b/, 'Returns, Shows, a noun phrase'],
    [/(^|[.;:,] )answers (a|an|its|the|how|with|whether|\d+)\b/i, 'returns'],
  ]

  /** Comments, titles of tests and summaries of calls; of a document each line, of a style sheet its comments. */
  const proseIn: [RegExp, RegExp[]][] = [
    [/\.md$/, [/.+/g]],
    [/\.css$/, [/\/\*[\s\S]*?\*\//g]],
    [
      /./,
      [
        /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm,
        /(?<=\b(?:describe|it|test)(?:\.\w+)?\(|^ *\]?\)\(|\.each\(.*\)\(|\bsummary: )(['`]).*?\1/gm,
      ],
    ],
  ]

  /** The prose of a file, each passage with the line it begins in. */
  const prose = (path: string, text: string) =>
    (proseIn.find(([kind]) => kind.test(path))?.[1] ?? [])
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .map(({ 0: passage, index }) => ({
        passage: passage.replace(/\n\s*\*/g, '').replace(/^(\/\*\*?|\/\/|['`]|#+|-|\d+\.)\s*/, ''),
        line: text.slice(0, index).split('\n').length,
      }))

  const documents = filesOf('*.md', '*.css').filter((path) => path !== 'docs/style.md')

  it('is that of docs/style.md', () => {
    const written = [...source, ...documents.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)]
    const bad = written.flatMap(([path, text]) => {
      if (!(isHeld(path) || path.endsWith('.md')) || path === 'server/layers.test.ts') return []
      return prose(path, text).flatMap(({ passage, line }) =>
        banned
          .filter(([pattern]) => pattern.test(passage))
          .map(([pattern, instead]) => `${path}:${line} «${pattern.exec(passage)?.[0]}»: ${instead}`),
      )
    })
    expect(bad).toEqual([])
  })

  /** Only what a pattern can find: a list of single words may be called words. */
  it('calls what people write text, message or comment, and a value by what it is', () => {
    const wrong =
      /\bwords\??: string\b(?!\[)|\b(?:const|let) (?:words = ['`]|(?:said|told|heard)\b|hears?\b|hears[A-Z])|\b(?:said|told|heard)\??: |\b(?:interface|type) (?:Said|Told|Heard)\b/g
    const bad = [...source].flatMap(([path, text]) => {
      if (!isHeld(path)) return []
      return [...text.matchAll(wrong)].map(
        ({ 0: found, index }) => `${path}:${text.slice(0, index).split('\n').length} «${found}»`,
      )
    })
    expect(bad).toEqual([])
  })

  it('locks rows by lock…, and by hold… those that several may hold at once', () => {
    const bad = [...source].flatMap(([path, text]) =>
      [...text.matchAll(/export const (lock|hold|keep)([A-Z]\w*) = ([\s\S]*?)(?=\n\n|$)/g)].flatMap(
        ([, verb, rest, body = '']) => {
          const [, strength] = /\bfor\b(?:\('| )((?:no key )?update|(?:key )?share)\b/.exec(body) ?? []
          const wanted = strength?.endsWith('share') ? 'hold' : 'lock'
          return strength && verb !== wanted ? [`${path}: ${verb}${rest} is ${wanted}${rest}`] : []
        },
      ),
    )
    expect(bad).toEqual([])
  })

  it('calls limits max…, and what students hand in tasks', () => {
    const bad = [...source].flatMap(([path, text]) => {
      if (!isHeld(path)) return []
      const names = text.matchAll(/\b(?:const|let|function|interface|type) (most[A-Z]\w*|\w+Works?\b)/g)
      return [...names].map(([, name]) => `${path}: ${name}`)
    })
    expect(bad).toEqual([])
  })
})

describe('documents', () => {
  it('name files that are there', () => {
    const names = new Set(files.map((path) => basename(path)))
    const gone = filesOf('*.md').flatMap((document) => {
      // its domain is an example
      if (document === 'docs/add-a-domain.md') return []
      const text = readFileSync(join(root, document), 'utf8')
      return [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs))`/g)].flatMap(([, path = '']) =>
        (path.includes('/') ? source.has(path) : names.has(path)) ? [] : `${document}: ${path}`,
      )
    })
    expect(gone).toEqual([])
  })
})
