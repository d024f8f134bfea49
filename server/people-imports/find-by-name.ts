/** Latin letters that look like Russian ones: in «9A» nobody sees which it is. */
const lookalikes: Record<string, string> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
}

/** The name of a class without what people write differently: «9 «А»», «9-а» and «9A» are one. */
export const classKey = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s«»"'„“”.-]/g, '')
    .replace(/[a-z]/g, (letter) => lookalikes[letter] ?? letter)

/** The name of a course, the same way. */
const courseKey = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s«»"„“”]+/g, ' ')
    .trim()

interface Named {
  id: number
  name: string
}

/** Finds one thing by name; `many` when several have it, null when none has. */
const finder = (things: Named[], keyOf: (name: string) => string) => {
  const byName = Map.groupBy(things, ({ name }) => name)
  const byKey = Map.groupBy(things, ({ name }) => keyOf(name))
  return (name: string): number | 'many' | null => {
    const same = byName.get(name) ?? byKey.get(keyOf(name)) ?? []
    if (same.length > 1) return 'many'
    return same[0]?.id ?? null
  }
}

export const classFinder = (cohorts: Named[]) => finder(cohorts, classKey)

/**
 * Finds the courses that a cell names by name or number, separated by `;`, `,` or line ends. A name may contain commas:
 * as much as possible of the text is taken for one name.
 */
export const coursesFinder = (courses: Named[]) => {
  const findName = finder(courses, courseKey)
  const ids = new Set(courses.map(({ id }) => id))
  const find = (text: string): number | 'many' | null => {
    const byName = findName(text)
    if (byName !== null) return byName
    return /^\d{1,9}$/.test(text) && ids.has(Number(text)) ? Number(text) : null
  }
  const inPart = (part: string): { ids: number[]; errors: string[] } => {
    const found = { ids: [] as number[], errors: [] as string[] }
    const pieces = part.split(',')
    let at = 0
    while (at < pieces.length) {
      let end = Math.min(pieces.length, at + maxCommas)
      let result: number | 'many' | null = null
      for (; end > at; end -= 1) {
        result = find(pieces.slice(at, end).join(',').trim())
        if (result !== null) break
      }
      const text = pieces
        .slice(at, Math.max(end, at + 1))
        .join(',')
        .trim()
      if (typeof result === 'number') found.ids.push(result)
      else if (result === 'many') found.errors.push(`Курсов «${text}» несколько: напишите номер курса`)
      else if (text !== '') found.errors.push(`Нет курса «${text.slice(0, 100)}»`)
      at = Math.max(end, at + 1)
    }
    return found
  }
  return (cell: string) => {
    const parts = cell.split(/[;\n]/).map(inPart)
    return { ids: [...new Set(parts.flatMap(({ ids }) => ids))], errors: parts.flatMap(({ errors }) => errors) }
  }
}

/** Max commas in the name of a course that are looked for. */
const maxCommas = 6
