import type { DemoOrganisationPage } from '../types.ts'
import { correct, nothing, paper, row, school } from './rows.ts'

/** The school's facts about a programme besides the platform's. */
const programme = (key: string, eduProf: string) => correct(`course/${key}`, { eduProf })

const papersOf = (key: string, eduProf: string) =>
  correct(`course/${key}`, {
    eduProf,
    opMain: paper(`description-${key}`),
    educationPlan: paper(`plan-${key}`),
    educationRpd: paper(`work-programme-${key}`),
    educationShedule: paper('calendar'),
    eduPr: null,
    methodology: paper('methodology'),
  })

/** Pages 1–4: the school, its governance, its documents and programmes. */
export const aboutPages: DemoOrganisationPage[] = [
  {
    number: 1,
    daysAgo: 40,
    after:
      '<h2>Как нас найти</h2>\n<p>Вход со двора, без ступеней. Платформа доступна круглосуточно. Время указано московское.</p>',
    blocks: {
      main: [
        row({
          fullName:
            'Автономная некоммерческая организация дополнительного профессионального образования «Школа Практика»',
          shortName: 'АНО ДПО «Школа Практика»',
          regDate: '01.09.2021',
          address: school.address,
          workTime:
            'Понедельник – пятница: 10:00–19:00, проверка работ до 21:00. Суббота: 11:00–17:00. Воскресенье: выходной.',
          telephone: school.telephone,
          email: school.email,
          licenseDocLink: paper('license'),
        }),
      ],
      uchredLaw: [
        row({
          nameUchred: 'Ветрова Ольга Андреевна, физическое лицо',
          addressUchred: school.address,
          telUchred: school.telephone,
          mailUchred: school.email,
          websiteUchred: null,
        }),
      ],
      addressPlaceSet: [nothing('addressPlaceSet')],
      addressPlacePrac: [nothing('addressPlacePrac')],
      addressPlacePodg: [nothing('addressPlacePodg')],
      addressPlaceGia: [nothing('addressPlaceGia')],
      addressPlaceDop: [row({ addressPlaceDop: school.address })],
      addressPlaceOppo: [nothing('addressPlaceOppo')],
    },
    earlier: [
      { daysAgo: 420, after: '<p>Время указано московское.</p>' },
      { daysAgo: 180, after: '<p>Вход со двора. Время указано московское.</p>' },
    ],
  },
  {
    number: 2,
    daysAgo: 120,
    before:
      '<p>Школа небольшая, поэтому структура простая: совет отвечает за направление, директор за работу школы, учебная часть за курсы и студентов.</p>',
    blocks: {
      structOrgUprav: [
        ['Совет школы', 'Ветрова Ольга Андреевна', 'Председатель совета'],
        ['Педагогический совет', 'Лосева Вера Игоревна', 'Председатель совета'],
        ['Учебная часть', 'Ветрова Ольга Андреевна', 'Директор'],
        ['Мастерская дизайна', 'Лосева Вера Игоревна', 'Заместитель директора'],
        ['Мастерская данных', 'Дьяков Роман Сергеевич', 'Преподаватель'],
      ].map(([name = '', fio = '', post = '']) =>
        row({
          name,
          fio,
          post,
          addressStr: school.address,
          site: null,
          email: school.email,
          divisionClauseDocLink: paper('unit-rules'),
        }),
      ),
    },
  },
  {
    number: 3,
    daysAgo: 60,
    before: `<p>Любой документ учебная часть покажет и на бумаге: напишите на <a href="mailto:${school.email}">${school.email}</a>.</p>`,
    blocks: {
      documents: [
        row({
          ustavDocLink: paper('charter'),
          localActStud: paper('student-rules'),
          localActOrder: paper('work-rules'),
          localActCollec: null,
          reportEduDocLink: paper('self-report'),
          prescriptionDocLink: null,
        }),
      ],
      acts: [
        row({
          priemDocLink: paper('admission-rules'),
          modeDocLink: paper('schedule'),
          tekKontrolDocLink: paper('assessment'),
          perevodDocLink: paper('transfer'),
          vozDocLink: paper('relations'),
        }),
      ],
    },
    earlier: [{ daysAgo: 400, before: '<p>Документы школы. Показываем и на бумаге.</p>' }],
  },
  {
    number: 4,
    daysAgo: 30,
    before:
      '<p>Программа состоит из уроков. Примерно половина уроков заканчивается работой: преподаватель читает её, пишет замечания и возвращает или принимает. Попыток столько, сколько нужно.</p>',
    after:
      '<h2>Аккредитация и практика</h2>\n<p>Государственная аккредитация дополнительных профессиональных программ законом не предусмотрена. Практики в программах нет.</p>',
    blocks: {
      accreditation: [row({ accreditationDocLink: null })],
      eduAccred: [
        programme('layout', 'Дизайн и вёрстка'),
        programme('data', 'Анализ данных'),
        programme('type', 'Графический дизайн'),
      ],
      eduOp: [
        papersOf('layout', 'Дизайн и вёрстка'),
        papersOf('data', 'Анализ данных'),
        papersOf('type', 'Графический дизайн'),
      ],
      students: [
        row({
          languageEl: paper('languages'),
          eduPriemEl: paper('admission-results'),
          eduPerevodEl: paper('transfer-results'),
        }),
      ],
    },
  },
]
