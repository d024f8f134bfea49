import { createLowlight } from 'lowlight'
import { codeLanguages, languageOf } from '#web/content/code-languages.ts'
import { escaped, unescaped } from '#web/content/escaped.ts'

/** What colours code: as a tree, for the editor too. Knows the languages that were loaded. */
const lowlight = createLowlight()

/** Longer code stays in one colour: colouring it would take too long. In characters. */
const maxCodeLength = 20_000

const load = async (name: string): Promise<boolean> => {
  const key = languageOf(name)
  const language = key && codeLanguages[key]
  if (!key || !language || lowlight.registered(key)) return false
  const [{ default: grammar }] = await Promise.all([language.load(), ...(language.holds ?? []).map(load)])
  lowlight.register(key, grammar)
  return true
}

/**
 * Loads what these languages are coloured by, and says of each whether it came just now; unknown names are passed over.
 */
export const loadLanguages = (names: string[]) => Promise.all([...new Set(names)].map(load))

/** The languages that a text names, as it names them. */
export const languagesIn = (html: string) => [
  ...new Set([...html.matchAll(/<code class="language-([^"]+)"/g)].map(([, name]) => name as string)),
]

/** The parts of some code with their classes; null when its language is not loaded, or the code is very long. */
export const colourCode = (code: string, name: string) => {
  const language = languageOf(name)
  if (!language || !lowlight.registered(language) || code.length > maxCodeLength) return null
  return lowlight.highlight(language, code).children
}

type Parts = NonNullable<ReturnType<typeof colourCode>>

const write = (parts: Parts): string =>
  parts
    .map((part) => {
      if (part.type === 'text') return escaped(part.value)
      if (part.type !== 'element') return ''
      return `<span class="${escaped((part.properties.className as string[]).join(' '))}">${write(part.children)}</span>`
    })
    .join('')

/** Cleaned rich text with its code coloured, as far as the languages are loaded. */
export const drawCode = (html: string) =>
  html.replace(/<code class="language-([^"]+)">([^<]*)<\/code>/g, (all, name, code) => {
    const parts = colourCode(unescaped(code), name)
    return parts ? `<code class="language-${name}">${write(parts)}</code>` : all
  })
