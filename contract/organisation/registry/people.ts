import { facts, may, must, type OrganisationBlock, table } from '#contract/organisation/registry/registry.types.ts'

const contacts = [
  must.text('telephone', 'Телефон', { format: 'phone' }),
  must.text('email', 'Электронная почта', { format: 'email' }),
]
const head = [
  must.text('fio', 'ФИО'),
  must.text('post', 'Должность', { hint: 'Как в штатном расписании' }),
  ...contacts,
]

/** Page 5 (order No. 1493, п. 11; МР 9.0.0, т. 3.7.1). */
export const managers: OrganisationBlock[] = [
  table('rucovodstvo', 'Руководитель', head),
  table('rucovodstvoZam', 'Заместители руководителя', head),
  table('rucovodstvoFil', 'Руководители филиалов', [
    may.text('nameFil', 'Филиал'),
    may.text('fio', 'ФИО'),
    may.text('post', 'Должность', { hint: 'Как в штатном расписании' }),
    may.text('telephone', 'Телефон', { format: 'phone' }),
    may.text('email', 'Электронная почта', { format: 'email' }),
  ]),
]

/** Page 6 (order No. 1493, п. 12, as changed by No. 1353: of each programme; МР 9.0.0, т. 3.8.1). */
export const employees: OrganisationBlock[] = [
  table(
    'teachingStaff',
    'Педагогические работники',
    [
      must.text('fio', 'ФИО'),
      must.text('post', 'Должность', { hint: 'Как в штатном расписании' }),
      must.text('teachingDiscipline', 'Преподаваемые предметы, курсы, модули'),
      must.text('teachingLevel', 'Образование, специальность, квалификация', {
        hint: 'Уровень образования, специальность по диплому, квалификация',
      }),
      may.text('degree', 'Учёная степень'),
      may.text('academStat', 'Учёное звание'),
      may.text('qualification', 'Повышение квалификации за три года', {
        hint: 'Что, где и когда за последние три года',
      }),
      may.text('profDevelopment', 'Профессиональная переподготовка', { hint: 'Если была: что, где и когда' }),
      must.text('specExperience', 'Опыт работы в профессии, лет', {
        format: 'years',
        hint: 'Полных лет в профессиональной сфере',
      }),
      must.text('teachingOp', 'Программы, в которых участвует'),
    ],
    'teachers',
  ),
  {
    ...facts('staff', 'Педагогический состав по программам', [
      may.file('staffOfProgrammes', 'Персональный состав по каждой программе', {
        many: true,
        signed: true,
        hint: 'Подпишите документ из данных платформы или прикрепите свой',
      }),
    ]),
    unmarked: true,
  },
]
