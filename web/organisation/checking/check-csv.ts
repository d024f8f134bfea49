import type { CheckFault, CheckReport } from '#contract/organisation/self-check.schema.ts'
import { findingNames } from '#web/organisation/checking/check-texts.ts'

const headings = [
  'Страница',
  'Имя',
  'В строке',
  'Что это',
  'Результат',
  'Сколько раз',
  'Обязательно',
  'Что делать',
  'Основание',
]

const faultNames = { bad: 'Ошибка', warn: 'Замечание', note: 'Проверьте сами' }

/** A fault has no name of its own: only the page, the text and what asks for it. */
const faultRow = (title: string, { text, tone }: CheckFault, law: string) => [
  ...[title, '', '', ''],
  ...[faultNames[tone], '', '', text, law],
]

const rowsOf = ({ faults, pages }: CheckReport) => [
  ...faults.map((fault) => faultRow('Сайт', fault, '')),
  ...pages.flatMap(({ title, law, source, names, faults }) => [
    ...faults.map((fault) => faultRow(title, fault, law)),
    ...names.map(({ name, container, label, required, finding, count, advice }) => [
      title,
      name,
      container ?? '',
      label,
      findingNames[finding],
      String(count),
      required ? 'да' : 'нет',
      advice,
      `${law}; ${source}`,
    ]),
  ]),
]

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/**
 * The report as CSV for Russian Excel: UTF-8 with its mark, semicolons, every cell in quotes. No cell begins as a
 * formula.
 */
export const reportCsv = (report: CheckReport) =>
  `\ufeff${[headings, ...rowsOf(report)].map((row) => `${row.map(quoted).join(';')}\r\n`).join('')}`
