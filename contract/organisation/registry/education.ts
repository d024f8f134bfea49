import { facts, may, must, type OrganisationBlock, table } from '#contract/organisation/registry/registry.types.ts'

/** Page 4 (order No. 1493, п. 10, as changed by No. 1353; МР 9.0.0, т. 3.5.1). */
export const education: OrganisationBlock[] = [
  facts('accreditation', 'Государственная аккредитация', [
    may.link('accreditationDocLink', 'Выписка из реестра аккредитованных организаций', {
      many: true,
      edition: 10,
      hint: 'Ссылка на запись в реестре аккредитованных организаций',
    }),
  ]),
  table(
    'eduAccred',
    'Реализуемые программы: уровни, формы и сроки обучения',
    [
      may.text('eduCode', 'Код'),
      must.text('eduName', 'Программа'),
      must.text('eduProf', 'Направленность'),
      must.text('eduLevel', 'Уровень или вид образования'),
      must.text('eduForm', 'Форма обучения'),
      must.text('learningTerm', 'Срок обучения'),
      must.text('eduPred', 'Учебные предметы, курсы, модули', {
        hint: 'Предметы, курсы и модули программы через точку с запятой',
      }),
      must.text('eduPrac', 'Практика'),
    ],
    'programmes',
  ),
  table(
    'eduOp',
    'Описание программ и документы к ним',
    [
      may.text('eduCode', 'Код'),
      must.text('eduName', 'Программа'),
      must.text('eduLevel', 'Уровень или вид образования'),
      must.text('eduProf', 'Направленность'),
      must.text('eduForm', 'Форма обучения'),
      must.file('opMain', 'Описание программы', { many: true }),
      must.file('educationPlan', 'Учебный план', { many: true }),
      must.file('educationRpd', 'Рабочие программы', { many: true }),
      // written so in the recommendations, without a «c»
      must.file('educationShedule', 'Календарный учебный график', { many: true }),
      must.file('eduPr', 'Программы практик', { many: true }),
      must.file('methodology', 'Методические документы', { many: true }),
    ],
    'plans',
  ),
  facts('students', 'Обучающиеся', [
    must.file('eduChislenEl', 'Численность обучающихся по программам', { many: true }),
    must.file('languageEl', 'Языки, на которых ведётся обучение', {
      many: true,
      hint: 'Документ с простой электронной подписью',
    }),
    must.file('eduPriemEl', 'Результаты приёма', { many: true, hint: 'Документ с простой электронной подписью' }),
    must.file('eduPerevodEl', 'Результаты перевода, восстановления и отчисления', {
      many: true,
      hint: 'Документ с простой электронной подписью',
    }),
  ]),
  table('eduNir', 'Научная (научно-исследовательская) деятельность', [
    may.text('eduCode', 'Код'),
    may.text('eduName', 'Программа'),
    may.text('eduProf', 'Направленность'),
    may.text('eduLevel', 'Уровень образования'),
    may.text('perechenNir', 'Перечень научных направлений'),
    // only in the example of т. 3.5.7, but the recommendations count 157 names with it
    may.text('napravNir', 'Направления исследований'),
    may.text('resultNir', 'Результаты'),
    may.text('baseNir', 'База исследований'),
  ]),
  table('graduateJob', 'Трудоустройство выпускников', [
    may.text('eduCode', 'Код'),
    may.text('eduName', 'Программа'),
    may.text('eduProf', 'Направленность'),
    may.number('v1', 'Выпускников'),
    may.number('t1', 'Трудоустроено'),
  ]),
]
