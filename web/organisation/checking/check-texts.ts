import type {
  CheckedName,
  CheckedPage,
  CheckFault,
  CheckReport,
  Finding,
  RemarkTone,
} from '#contract/organisation/self-check.schema.ts'
import { counted, plural } from '#contract/plural.ts'

/** How grave a thing is; `ok`: it is as it should be. */
export type CheckTone = RemarkTone | 'ok'

const broken = new Set<Finding>(['misplaced', 'missing', 'hidden'])

/** The state of a name. */
export const toneOf = ({ finding, advice, tone }: Pick<CheckedName, 'finding' | 'advice' | 'tone'>): CheckTone => {
  if (broken.has(finding)) return 'bad'
  return advice === '' ? 'ok' : (tone ?? 'warn')
}

/** The finding in a word or two. */
export const findingNames: Record<Finding, string> = {
  found: 'Найдено',
  empty: 'Пусто',
  absent: 'Отмечено: нет сведений',
  misplaced: 'Не на месте',
  missing: 'Нет на странице',
  hidden: 'Скрыто',
}

const countFaults = (faults: CheckFault[], wanted: RemarkTone) => faults.filter(({ tone }) => tone === wanted).length

/** How many names and faults of a page are of each tone; a name with a mere note is as it should be. */
export const tonesOf = ({ names, faults }: Pick<CheckedPage, 'names' | 'faults'>) => {
  const count = (tone: CheckTone) => names.filter((name) => toneOf(name) === tone).length
  return {
    bad: count('bad') + countFaults(faults, 'bad'),
    warn: count('warn') + countFaults(faults, 'warn'),
    ok: count('ok') + count('note'),
  }
}

/** The same over the whole report, faults of the site with it. */
export const reportTones = ({ pages, faults }: CheckReport) => {
  const tones = [...pages.map(tonesOf), tonesOf({ names: [], faults })]
  const sum = (tone: 'bad' | 'warn') => tones.reduce((total, counts) => total + counts[tone], 0)
  return { bad: sum('bad'), warn: sum('warn') }
}

/** The one number of the report: how many places somebody has to mend; nothing else is as large as it. */
export const summaryOf = (report: CheckReport) => {
  const { bad, warn } = reportTones(report)
  const places = bad + warn
  return places === 0 ? 'Исправлять нечего' : `Исправить: ${counted(places, 'место', 'места', 'мест')}`
}

const badText = (count: number) =>
  `${counted(count, 'ошибка', 'ошибки', 'ошибок')}, на ${plural(count, 'которую', 'которые', 'которые')} укажет проверяющий`
const warnText = (count: number) => `${counted(count, 'замечание', 'замечания', 'замечаний')} к содержанию`

/** What the number is made of. */
const madeOf = (bad: number, warn: number) => {
  if (bad > 0 && warn > 0) return `Из них ${badText(bad)}, и ${warnText(warn)}.`
  if (bad > 0) return `Это ${badText(bad)}.`
  return warn > 0 ? `Это ${warnText(warn)}, ошибок нет.` : ''
}

/** What the number is made of, and what was looked at. */
export const summaryDetail = (report: CheckReport) => {
  const { bad, warn } = reportTones(report)
  const names = report.pages.reduce((total, page) => total + page.names.length, 0)
  const pages = report.pages.length
  const looked = `Проверено ${counted(names, 'имя', 'имени', 'имён')} разметки на ${counted(pages, 'странице', 'страницах', 'страницах')}.`
  return [madeOf(bad, warn), looked].filter(Boolean).join(' ')
}

/**
 * Pages with what an inspector objects to first, then those with something to look at, each in the section's order.
 */
export const worstFirst = (pages: CheckedPage[]) => {
  const rank = (page: CheckedPage) => {
    const { bad, warn } = tonesOf(page)
    return bad > 0 ? 0 : warn > 0 ? 1 : 2
  }
  return pages.toSorted((one, other) => rank(one) - rank(other))
}

const order: CheckTone[] = ['bad', 'warn', 'note', 'ok']

/** The colour of a tone. */
export const toneColours = { bad: 'bad', warn: 'warn', note: 'soft', ok: 'ok' } as const

/** The names of a page, the worst first; within a tone as the page has them. */
export const sortedNames = (names: CheckedName[]) =>
  names.toSorted((one, other) => order.indexOf(toneOf(one)) - order.indexOf(toneOf(other)))
