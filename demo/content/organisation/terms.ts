import type { DemoOrganisationPage } from '../types.ts'
import { correct, nothing, paper, row, school } from './rows.ts'

const places = (key: string, eduProf: string) => correct(`course/${key}`, { eduProf })

/** Pages 9–14: finance, vacancies, support, cooperation, meals, standards. */
export const termsPages: DemoOrganisationPage[] = [
  {
    number: 9,
    daysAgo: 230,
    blocks: {
      volumes: [row({ finBFVolume: '0', finBRVolume: '0', finBMVolume: '0', finPVolume: '4860' })],
      volume: [
        row({ finYear: '2025', finPost: '5070', finRas: '4915' }),
        row({ finYear: '2024', finPost: '4310', finRas: '4290' }),
      ],
      plan: [row({ finPlanDocLink: paper('estimate') })],
    },
  },
  {
    number: 10,
    daysAgo: 25,
    before: '<p>Приём идёт потоками. Числа меняются сами, когда студента зачислили или отчислили.</p>',
    after: `<p>Перевестись из другой организации можно до третьего урока потока: зачтём работы, которые вы уже сделали. Напишите на <a href="mailto:${school.email}">${school.email}</a>.</p>`,
    blocks: {
      vacant: [
        places('layout', 'Дизайн и вёрстка'),
        places('data', 'Анализ данных'),
        places('type', 'Графический дизайн'),
      ],
    },
  },
  {
    number: 11,
    daysAgo: 300,
    after:
      '<h2>Трудоустройство</h2>\n<p>Кураторы помогают собрать портфолио из принятых работ и советуют, куда с ним пойти. Обещаний трудоустройства школа не даёт.</p>',
    blocks: {
      grants: [
        row({
          grant: null,
          support:
            'Два бесплатных места в каждом потоке для учителей и сотрудников библиотек и музеев. Скидка 20 % для студентов колледжей и вузов и для людей с инвалидностью. Академическая пауза до шести месяцев.',
        }),
      ],
      hostels: [
        nothing('hostelInfo', 'interInfo', 'hostelNum', 'hostelNumOvz', 'interNum', 'interNumOvz', 'localActObSt'),
      ],
    },
  },
  {
    number: 12,
    daysAgo: 300,
    before:
      '<p>Договоров с иностранными и международными организациями по вопросам образования и науки школа не заключала и не планирует.</p>',
    blocks: { internationalDog: [nothing('stateName', 'orgName', 'dogReg')] },
  },
  {
    number: 13,
    daysAgo: 300,
    before: '<p>Занятия проходят дистанционно и короткими встречами, поэтому горячее питание школа не организует.</p>',
    blocks: {
      meals: [
        row({
          objName: 'Кухня: чайник, холодильник, микроволновая печь, питьевая вода',
          objAddress: school.address,
          objOvz: 'Первый этаж, вход без порога',
        }),
      ],
      health: [
        row({
          health:
            'В аудитории и мастерской есть аптечки и огнетушители, два сотрудника обучены первой помощи. Медицинского кабинета нет, помощь оказывает городская поликлиника. Встречи за экраном длятся не дольше 45 минут.',
        }),
      ],
    },
  },
  {
    number: 14,
    daysAgo: 300,
    before:
      '<p>Школа реализует только дополнительные профессиональные программы. Федеральные стандарты и требования к ним не применяются, собственные стандарты не разрабатывались.</p>',
    after: `<p>Программы составлены с учётом профессиональных стандартов, как предусматривает статья 76 Федерального закона от 29.12.2012 № 273-ФЗ.</p>
<table>
<tbody>
<tr><th>Программа</th><th>На что опирается</th></tr>
<tr><td>Основы вёрстки</td><td>профессиональный стандарт «Разработчик Web и мультимедийных приложений»</td></tr>
<tr><td>Рассказ через данные</td><td>профессиональный стандарт «Специалист по большим данным»</td></tr>
<tr><td>Шрифт и пространство</td><td>профессиональный стандарт «Графический дизайнер»</td></tr>
</tbody>
</table>`,
    blocks: {
      standards: [nothing('eduFedDoc', 'eduStandartDoc', 'eduFedTreb', 'eduStandartTreb')],
    },
  },
]
