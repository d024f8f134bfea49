import {
  facts,
  may,
  must,
  type OrganisationBlock,
  signedFile,
  table,
} from '#contract/organisation/registry/registry.types.ts'

/** Page 4 (order No. 1493, п. 10, as changed by No. 1353; МР 9.0.0, т. 3.5.1). */
export const education: OrganisationBlock[] = [
  facts('accreditation', 'Государственная аккредитация', [
    may.link('accreditationDocLink', 'Выписка из реестра аккредитованных организаций', {
      many: true,
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
      signedFile('opMain', 'Описание программы'),
      signedFile('educationPlan', 'Учебный план'),
      signedFile('educationRpd', 'Рабочие программы'),
      // spelled like this in the recommendations, without a «c»
      signedFile('educationShedule', 'Календарный учебный график'),
      signedFile('eduPr', 'Программы практик'),
      signedFile('methodology', 'Методические документы'),
    ],
    'plans',
  ),
  {
    key: 'numbers',
    title: 'Численность обучающихся по программам и источникам финансирования',
    container: null,
    repeated: true,
    unmarked: true,
    platform: 'numbers',
    fields: [
      may.text('programme', 'Программа'),
      may.text('level', 'Уровень или вид образования'),
      may.text('form', 'Форма обучения'),
      may.number('federal', 'Федеральный бюджет'),
      may.number('federalForeign', 'Из них иностранных граждан: федеральный бюджет'),
      may.number('regional', 'Бюджет субъекта РФ'),
      may.number('regionalForeign', 'Из них иностранных граждан: бюджет субъекта РФ'),
      may.number('local', 'Местный бюджет'),
      may.number('localForeign', 'Из них иностранных граждан: местный бюджет'),
      may.number('contract', 'По договорам'),
      may.number('contractForeign', 'Из них иностранных граждан: по договорам'),
    ],
  },
  facts('students', 'Обучающиеся', [
    signedFile('eduChislenEl', 'Численность обучающихся по программам', {
      hint: 'Подпишите документ из данных платформы или прикрепите свой',
    }),
    signedFile('languageEl', 'Языки, на которых ведётся обучение'),
    signedFile('eduPriemEl', 'Результаты приёма'),
    signedFile('eduPerevodEl', 'Результаты перевода, восстановления и отчисления'),
  ]),
  table('eduNir', 'Научная (научно-исследовательская) деятельность', [
    may.text('eduCode', 'Код'),
    may.text('eduName', 'Программа'),
    may.text('eduProf', 'Направленность'),
    may.text('eduLevel', 'Уровень образования'),
    may.text('perechenNir', 'Перечень научных направлений'),
    // only in the example of т. 3.5.7, but it is one of the 157 names that the recommendations count
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
