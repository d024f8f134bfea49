import type { CourseStatus } from '#contract/courses/courses.schema.ts'

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

/**
 * The name of a class without what people write differently: «9 «А»», «9-а» and «9A» are one. Two numbers stay two:
 * «1-12» is not «11-2».
 */
export const classKey = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/(?<=\d)[\s«»"'„“”.-]+(?=\d)/g, '/')
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

/** Max commas in a name that are looked for. */
const maxCommas = 6

/**
 * The names in a text, separated by commas, with what each of them is. A name may contain commas itself: as much as
 * possible of the text is taken for one that is known.
 */
const takeNames = <Found>(text: string, find: (name: string) => Found | null) => {
  const pieces = text.split(',')
  const names: { name: string; found: Found | null }[] = []
  let at = 0
  while (at < pieces.length) {
    let end = Math.min(pieces.length, at + maxCommas + 1)
    const nameTo = () => pieces.slice(at, end).join(',').trim()
    while (end > at + 1 && find(nameTo()) === null) end -= 1
    const name = nameTo()
    if (name !== '') names.push({ name, found: find(name) })
    at = end
  }
  return names
}

/** Finds the classes that a text names, separated by commas; null is a name that no class has. */
export const classesFinder = (cohorts: Named[]) => {
  const find = finder(cohorts, classKey)
  return (text: string) => takeNames(text, find)
}

/**
 * Finds the courses that a cell names by name or number, separated by `;`, `,` or line ends. A new year leaves a course
 * of the same name in the archive, so that one is taken by its number alone.
 */
export const coursesFinder = (courses: (Named & { status: CourseStatus })[]) => {
  const isArchived = ({ status }: { status: CourseStatus }) => status === 'archived'
  const findName = finder(
    courses.filter((course) => !isArchived(course)),
    courseKey,
  )
  const findArchived = finder(courses.filter(isArchived), courseKey)
  const ids = new Set(courses.map(({ id }) => id))
  const find = (text: string): number | 'many' | 'archived' | null => {
    const byName = findName(text)
    if (byName !== null) return byName
    if (/^\d{1,9}$/.test(text) && ids.has(Number(text))) return Number(text)
    return findArchived(text) === null ? null : 'archived'
  }
  const inPart = (part: string) => {
    const names = takeNames(part, find)
    return {
      ids: names.flatMap(({ found }) => (typeof found === 'number' ? found : [])),
      errors: names.flatMap(({ name, found }) => {
        if (found === 'archived') return `Курс «${name}» в архиве`
        if (found === 'many') return `Курсов «${name}» несколько: напишите номер курса`
        return found === null ? `Нет курса «${name.slice(0, 100).toWellFormed()}»` : []
      }),
    }
  }
  return (cell: string) => {
    const parts = cell.split(/[;\n]/).map(inPart)
    return { ids: [...new Set(parts.flatMap(({ ids }) => ids))], errors: parts.flatMap(({ errors }) => errors) }
  }
}
