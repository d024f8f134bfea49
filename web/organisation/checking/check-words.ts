import type { CheckedName, CheckedPage, CheckReport, Finding } from '#contract/organisation/self-check.schema.ts'

/** How bad a thing is: the robot does not count it, somebody should look at it, or it is as it should be. */
export type CheckTone = 'bad' | 'warn' | 'ok'

const broken = new Set<Finding>(['misplaced', 'missing', 'hidden'])

/** How a name stands. */
export const toneOf = ({ finding, advice }: Pick<CheckedName, 'finding' | 'advice'>): CheckTone => {
  if (broken.has(finding)) return 'bad'
  return advice === '' ? 'ok' : 'warn'
}

/** The finding in a word or two. */
export const findingWords: Record<Finding, string> = {
  found: 'Найдено',
  empty: 'Пусто',
  misplaced: 'Не на месте',
  missing: 'Нет на странице',
  hidden: 'Скрыто',
}

/** «Найдено 152 из 157, пусто 3, не на месте 1»: what there is none of is left out. */
export const summaryOf = ({ pages }: CheckReport) => {
  const names = pages.flatMap(({ names }) => names)
  const count = (finding: Finding) => names.filter((name) => name.finding === finding).length
  const others = (['empty', 'misplaced', 'missing', 'hidden'] as const)
    .filter((finding) => count(finding) > 0)
    .map((finding) => `${findingWords[finding].toLowerCase()} ${count(finding)}`)
  return [`Найдено ${count('found')} из ${names.length}`, ...others].join(', ')
}

/** How many names and faults of a page are of each tone. */
export const tonesOf = ({ names, faults }: CheckedPage) => {
  const count = (tone: CheckTone) => names.filter((name) => toneOf(name) === tone).length
  return { bad: count('bad') + faults.length, warn: count('warn'), ok: count('ok') }
}

/** The same over the whole report, faults of the site with it. */
export const reportTones = ({ pages, faults }: CheckReport) => {
  const tones = pages.map(tonesOf)
  const sum = (tone: CheckTone) => tones.reduce((total, counts) => total + counts[tone], 0)
  return { bad: sum('bad') + faults.length, warn: sum('warn') }
}

/** Pages with what the robot does not count first, then those with something to look at, each in the section's order. */
export const worstFirst = (pages: CheckedPage[]) => {
  const rank = (page: CheckedPage) => {
    const { bad, warn } = tonesOf(page)
    return bad > 0 ? 0 : warn > 0 ? 1 : 2
  }
  return pages.toSorted((one, other) => rank(one) - rank(other))
}

const order: CheckTone[] = ['bad', 'warn', 'ok']

/** The names of a page, the worst first; within a tone as the page has them. */
export const sortedNames = (names: CheckedName[]) =>
  names.toSorted((one, other) => order.indexOf(toneOf(one)) - order.indexOf(toneOf(other)))
