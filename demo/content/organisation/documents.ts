import { programmePapers } from '#demo/files/programme-papers.ts'
import type { DemoDocument } from '../types.ts'

/** The documents of the school, which pages refer to by key. A replaced one comes before its replacement. */
export const documents: DemoDocument[] = [
  { key: 'charter', title: 'Устав АНО ДПО «Школа Практика»', file: 'charter', datedOn: '2021-08-16' },
  { key: 'license', title: 'Выписка из реестра лицензий', file: 'license', datedOn: '2021-09-01' },
  {
    key: 'old-admission-rules',
    title: 'Правила приёма обучающихся (2021)',
    file: 'old-admission-rules',
    datedOn: '2021-08-30',
    validUntil: '2025-08-31',
    signed: 'facts',
  },
  {
    key: 'admission-rules',
    title: 'Правила приёма обучающихся',
    file: 'admission-rules',
    datedOn: '2025-08-30',
    signed: 'file',
    replaces: 'old-admission-rules',
  },
  {
    key: 'student-rules',
    title: 'Правила внутреннего распорядка обучающихся',
    file: 'student-rules',
    datedOn: '2021-08-30',
    signed: 'facts',
  },
  {
    key: 'work-rules',
    title: 'Правила внутреннего трудового распорядка',
    file: 'work-rules',
    datedOn: '2021-08-30',
    signed: 'facts',
  },
  { key: 'schedule', title: 'Режим занятий обучающихся', file: 'schedule', datedOn: '2025-08-30', signed: 'facts' },
  {
    key: 'assessment',
    title: 'Положение о текущем контроле и промежуточной аттестации',
    file: 'assessment',
    datedOn: '2025-08-30',
    signed: 'facts',
  },
  {
    key: 'transfer',
    title: 'Порядок и основания перевода, отчисления и восстановления',
    file: 'transfer',
    datedOn: '2021-08-30',
    signed: 'facts',
  },
  {
    key: 'relations',
    title: 'Порядок возникновения, приостановления и прекращения отношений',
    file: 'relations',
    datedOn: '2021-08-30',
    signed: 'facts',
  },
  {
    key: 'self-report',
    title: 'Отчёт о результатах самообследования за 2025 год',
    file: 'self-report',
    datedOn: '2026-04-10',
    signed: 'file',
  },
  {
    key: 'unit-rules',
    title: 'Положение о структурных подразделениях',
    file: 'unit-rules',
    datedOn: '2021-08-30',
    signed: 'facts',
  },
  {
    key: 'calendar',
    title: 'Календарный учебный график',
    file: 'calendar',
    datedOn: '2026-08-28',
    validUntil: '2027-06-30',
    signed: 'facts',
  },
  { key: 'methodology', title: 'Методические материалы', file: 'methodology', datedOn: '2026-08-27', signed: 'facts' },
  {
    key: 'languages',
    title: 'Языки, на которых ведётся обучение',
    file: 'languages',
    datedOn: '2026-09-01',
    signed: 'facts',
  },
  {
    key: 'admission-results',
    title: 'Результаты приёма',
    file: 'admission-results',
    datedOn: '2026-10-01',
    signed: 'facts',
  },
  {
    key: 'transfer-results',
    title: 'Результаты перевода, восстановления и отчисления',
    file: 'transfer-results',
    datedOn: '2026-10-01',
    signed: 'facts',
  },
  {
    key: 'paid-services',
    title: 'Порядок оказания платных образовательных услуг',
    file: 'paid-services',
    datedOn: '2025-08-30',
    signed: 'facts',
  },
  {
    key: 'contract-sample',
    title: 'Образец договора об оказании платных образовательных услуг',
    file: 'contract-sample',
    datedOn: '2025-08-30',
    signed: 'file',
  },
  {
    key: 'estimate',
    title: 'Смета доходов и расходов на 2026 год',
    file: 'estimate',
    datedOn: '2025-12-20',
    validUntil: '2026-12-31',
    signed: 'facts',
  },
  ...programmePapers.map(({ key, title }) => ({
    key,
    title,
    file: key,
    datedOn: '2026-08-27',
    signed: 'facts' as const,
  })),
]

/** Their signer. */
export const signature = {
  signer: 'Ветрова Ольга Андреевна',
  post: 'Директор',
  certificate: '00 A1 B2 C3 D4 E5 F6 07 18 29',
}

/** The school's act that makes simple electronic signatures valid. */
export const signatureRules = 'Положение о простой электронной подписи от 01.09.2025 № 7'
