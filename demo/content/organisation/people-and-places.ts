import type { DemoOrganisationPage } from '../types.ts'
import { correct, nothing, paper, row, school } from './rows.ts'

/** The school's facts about a teacher besides the platform's. */
const teacher = (key: string, [fio, teachingLevel, qualification, specExperience]: [string, string, string, string]) =>
  correct(`teacher/${key}`, {
    fio,
    teachingLevel,
    degree: null,
    academStat: null,
    qualification,
    profDevelopment: null,
    specExperience,
  })

const room = (suffix: 'Cab' | 'Prac', name: string, equipment: string, access: string) =>
  row({
    [`address${suffix}`]: school.address,
    [`name${suffix}`]: name,
    [`osn${suffix}`]: equipment,
    [`ovz${suffix}`]: access,
  })

/** Pages 5–8: leadership, teaching staff, facilities, paid services. */
export const peopleAndPlacesPages: DemoOrganisationPage[] = [
  {
    number: 5,
    daysAgo: 200,
    after:
      '<p>Приём по личным вопросам: вторник, 15:00–18:00. Можно прийти или позвонить по видеосвязи, время согласуйте по почте.</p>',
    blocks: {
      rucovodstvo: [
        row({
          fio: 'Ветрова Ольга Андреевна',
          post: 'Директор',
          telephone: `${school.telephone}, доб. 1`,
          email: school.email,
        }),
      ],
      rucovodstvoZam: [
        row({
          fio: 'Лосева Вера Игоревна',
          post: 'Заместитель директора по учебной работе',
          telephone: `${school.telephone}, доб. 2`,
          email: school.email,
        }),
      ],
    },
  },
  {
    number: 6,
    daysAgo: 35,
    before: '<p>Преподаватели, которые ведут программы в текущем учебном году.</p>',
    blocks: {
      teachingStaff: [
        teacher('vera', [
          'Лосева Вера Игоревна',
          'Высшее, графика, художник-график',
          '«Дистанционные технологии в ДПО», 2025',
          '15',
        ]),
        teacher('krylova', [
          'Крылова Анна Павловна',
          'Высшее, прикладная математика и информатика, математик',
          '«Цифровая доступность», 2024',
          '9',
        ]),
        teacher('roman', [
          'Дьяков Роман Сергеевич',
          'Высшее, статистика, экономист',
          '«Открытые данные в образовании», 2025',
          '12',
        ]),
      ],
    },
    earlier: [{ daysAgo: 390, before: '<p>Преподаватели школы.</p>' }],
  },
  {
    number: 7,
    daysAgo: 90,
    blocks: {
      purposeCab: [
        room(
          'Cab',
          'Аудитория, 42 м²',
          '12 рабочих мест с компьютерами, проектор, маркерная стена',
          'Первый этаж, без порогов',
        ),
        room('Cab', 'Студия записи, 14 м²', 'Камера, свет, микрофоны', 'Второй этаж: занятие переносим в аудиторию'),
      ],
      purposePrac: [
        room('Prac', 'Печатная мастерская, 28 м²', 'Плоттер, резак, станок высокой печати', 'Первый этаж, без порогов'),
      ],
      purposeLibr: [
        row({
          objName: 'Книжный шкаф: двести книг о шрифте и дизайне, их можно взять домой',
          objAddress: school.address,
          objOvz: 'Первый этаж, без порогов',
        }),
      ],
      purposeSport: [nothing('objName', 'objAddress', 'objOvz')],
      equipment: [
        row({
          purposeFacil: 'Компьютеры, проектор, плоттер, резак, станок высокой печати, камера, свет и микрофоны',
          purposeFacilOvz: 'Переносная индукционная система, лупа с подсветкой',
          comNet: 'Доступ в интернет по кабелю и по беспроводной сети во всех помещениях, платформа «Практика»',
          comNetOvz: 'Платформа работает с клавиатуры и с экранным диктором, увеличивается до 200 %',
          erListOvz: null,
        }),
      ],
      access: [
        row({
          ovz: 'Вход с улицы без ступеней, ширина дверей 95 см, есть кнопка вызова сотрудника. К видео даём субтитры и текст.',
          techOvz: 'Индукционная система и лупа с подсветкой, их выдают в учебной части',
        }),
      ],
      hostels: [
        nothing(
          'hostelInfo',
          'interInfo',
          'hostelNum',
          'hostelNumOvz',
          'interNum',
          'interNumOvz',
          'hostelInterOvz',
          'localActObSt',
        ),
      ],
    },
    draft: {
      before: '<p>Печатную мастерскую можно посмотреть: запишитесь на экскурсию в учебной части.</p>',
    },
  },
  {
    number: 8,
    daysAgo: 80,
    before:
      '<p>Школа оказывает платные образовательные услуги по договору. Порядок соответствует Правилам, утверждённым постановлением Правительства Российской Федерации от 15.09.2020 № 1441.</p>',
    after: `<h2>Что входит</h2>
<ul>
<li>все уроки программы и доступ к ним ещё год после окончания;</li>
<li>проверка каждой работы преподавателем, без ограничения числа попыток;</li>
<li>удостоверение о повышении квалификации для тех, у кого есть среднее профессиональное или высшее образование.</li>
</ul>
<h2>Как вернуть деньги</h2>
<p>От обучения можно отказаться в любой день. Школа вернёт плату за месяцы, которые ещё не начались, в течение 10 дней после заявления.</p>`,
    blocks: {
      paid: [row({ paidEdu: paper('paid-services'), paidDog: paper('contract-sample'), paidParents: null })],
    },
  },
]
