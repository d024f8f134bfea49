import { describe, expect, it } from 'vitest'
import type {
  CheckedName,
  CheckedPage,
  CheckReport,
  Finding,
  RemarkTone,
} from '#contract/organisation/self-check.schema.ts'
import {
  sortedNames,
  summaryDetail,
  summaryOf,
  toneOf,
  tonesOf,
  worstFirst,
} from '#web/organisation/checking/check-texts.ts'

const name = (finding: Finding, advice = '', as: string = finding): CheckedName => ({
  name: as,
  container: null,
  label: as,
  required: true,
  finding,
  count: 1,
  advice,
})
const page = (number: number, names: CheckedName[], faults: string[] = [], tone: RemarkTone = 'bad'): CheckedPage => ({
  number,
  title: `Страница ${number}`,
  path: `/sveden/page${number}`,
  law: '',
  source: '',
  names,
  faults: faults.map((text) => ({ text, tone })),
})
const report = (pages: CheckedPage[]): CheckReport => ({
  checked_at: '2026-11-21T20:00:00Z',
  edition: 10,
  faults: [],
  pages,
})

describe('the report as text', () => {
  it('says in one number how much there is to mend', () => {
    const found = Array.from({ length: 12 }, () => name('found'))
    const pages = [
      page(1, [...found, name('empty', 'Закон просит'), name('misplaced', 'Не там')]),
      page(2, [name('found')], ['Нет меню раздела']),
    ]
    expect(summaryOf(report(pages))).toBe('Исправить: 3\u00a0места')
    expect(summaryDetail(report(pages))).toBe(
      'Из них 2\u00a0ошибки, на которые укажет проверяющий, и 1\u00a0замечание к содержанию. Проверено 15\u00a0имён разметки на 2\u00a0страницах.',
    )
    expect(summaryOf(report([page(1, found)]))).toBe('Исправлять нечего')
  })

  it('agrees with what it has found', () => {
    const detail = (bad: number, warn: number) => {
      const names = [...Array(bad).fill(name('missing')), ...Array(warn).fill(name('found', 'Дату пишут так'))]
      return summaryDetail(report([page(1, names)]))
        .replaceAll('\u00a0', ' ')
        .replace(/ Проверено.*/, '')
    }
    expect(detail(1, 9)).toBe('Из них 1 ошибка, на которую укажет проверяющий, и 9 замечаний к содержанию.')
    expect(detail(5, 0)).toBe('Это 5 ошибок, на которые укажет проверяющий.')
    expect(detail(0, 8)).toBe('Это 8 замечаний к содержанию, ошибок нет.')
    expect(summaryDetail(report([page(1, [name('found')])]))).toBe('Проверено 1\u00a0имя разметки на 1\u00a0странице.')
  })

  it('takes advice for something to look at, and what the robot does not count for bad', () => {
    expect(toneOf(name('found'))).toBe('ok')
    expect(toneOf(name('found', 'Дату пишут так'))).toBe('warn')
    expect(toneOf(name('empty'))).toBe('ok')
    expect(toneOf(name('empty', 'Закон просит'))).toBe('warn')
    for (const finding of ['missing', 'misplaced', 'hidden'] as const) expect(toneOf(name(finding, 'x'))).toBe('bad')
  })

  it('counts what is marked as absent on purpose, and what may be right as it is, as nothing to mend', () => {
    const scan: CheckedName = { ...name('found', 'Если это скан'), tone: 'note' }
    expect(toneOf(scan)).toBe('note')
    expect(toneOf(name('absent'))).toBe('ok')
    const noted = page(1, [name('absent'), scan], ['Страница не на этом сайте'], 'note')
    expect(summaryOf(report([noted]))).toBe('Исправлять нечего')
    expect(tonesOf(noted)).toEqual({ bad: 0, warn: 0, ok: 2 })
    const old = page(1, [name('found')], ['Документ старше данных'], 'warn')
    expect(tonesOf(old)).toEqual({ bad: 0, warn: 1, ok: 1 })
    expect(sortedNames([name('found'), scan, name('found', 'Дата')]).map(toneOf)).toEqual(['warn', 'note', 'ok'])
  })

  it('takes a document whose time is over for bad, though the robot finds its name', () => {
    expect(toneOf({ ...name('empty', 'Срок действия вышел'), tone: 'bad' })).toBe('bad')
    expect(toneOf({ ...name('missing', 'Если это скан'), tone: 'note' })).toBe('bad')
  })

  it('puts the worst first, and keeps the order within', () => {
    const clean = page(1, [name('found')])
    const look = page(2, [name('empty', 'Закон просит')])
    const fault = page(3, [name('found')], ['Нет меню раздела'])
    const bad = page(4, [name('found'), name('missing', 'Нет'), name('found', 'Дата')])
    expect(worstFirst([clean, look, fault, bad]).map(({ number }) => number)).toEqual([3, 4, 2, 1])
    expect(tonesOf(bad)).toEqual({ bad: 1, warn: 1, ok: 1 })
    expect(tonesOf(fault)).toEqual({ bad: 1, warn: 0, ok: 1 })
    const names = [name('found', '', 'a'), name('hidden', 'x', 'b'), name('empty', 'x', 'c'), name('found', '', 'd')]
    expect(sortedNames(names).map(({ name }) => name)).toEqual(['b', 'c', 'a', 'd'])
  })
})
