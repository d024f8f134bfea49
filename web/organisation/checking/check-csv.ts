import type { CheckFault, CheckReport } from '#contract/organisation/self-check.schema.ts'
import { findingNames, toneOf } from '#web/organisation/checking/check-texts.ts'

const headings = [
  'Страница',
  'Имя',
  'В строке',
  'Что это',
  'Результат',
  'Оценка',
  'Сколько раз',
  'Обязательно',
  'Что делать',
  'Основание',
]

const toneNames = { bad: 'Ошибка', warn: 'Замечание', note: 'Проверьте сами', ok: '' }

/** A fault has no name of its own: only the page, the text and what asks for it. */
const faultRow = (title: string, { text, tone }: CheckFault, law: string) => [
  ...[title, '', '', '', ''],
  ...[toneNames[tone], '', '', text, law],
]

const rowsOf = ({ faults, pages }: CheckReport) => [
  ...faults.map((fault) => faultRow('Сайт', fault, '')),
  ...pages.flatMap(({ title, law, source, names, faults }) => [
    ...faults.map((fault) => faultRow(title, fault, law)),
    ...names.map(({ name, container, label, required, finding, count, advice, tone }) => [
      title,
      name,
      container ?? '',
      label,
      findingNames[finding],
      toneNames[toneOf({ finding, advice, tone })],
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
