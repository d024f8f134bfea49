import {
  facts,
  may,
  must,
  type OrganisationBlock,
  ownFile,
  signedFile,
  table,
} from '#contract/organisation/registry/registry.types.ts'

/** Page 8 (order No. 1493, п. 14; 273-ФЗ, art. 54; МР 9.0.0, т. 3.11.1). */
export const paidEdu: OrganisationBlock[] = [
  facts('paid', 'Платные образовательные услуги', [
    signedFile('paidEdu', 'Порядок оказания платных образовательных услуг', {
      hint: 'Положение с простой электронной подписью',
    }),
    must.file('paidDog', 'Образец договора об оказании платных образовательных услуг', {
      many: true,
      hint: 'Тот образец, который действует сейчас',
    }),
    signedFile('paidSt', 'Стоимость обучения по каждой программе', {
      hint: 'Подпишите документ из данных платформы или прикрепите свой',
    }),
    may.file('paidParents', 'Плата родителей за присмотр и уход, интернат, группу продлённого дня', { many: true }),
  ]),
]

/** Page 9 (order No. 1493, п. 15; МР 9.0.0, т. 3.12.1). Thousands of roubles. */
export const budget: OrganisationBlock[] = [
  facts('volumes', 'Объём образовательной деятельности, тыс. руб.', [
    must.number('finBFVolume', 'За счёт федерального бюджета'),
    must.number('finBRVolume', 'За счёт бюджетов субъектов Российской Федерации'),
    must.number('finBMVolume', 'За счёт местных бюджетов'),
    must.number('finPVolume', 'По договорам об оказании платных образовательных услуг'),
  ]),
  table('volume', 'Поступление и расходование средств по итогам года, тыс. руб.', [
    must.text('finYear', 'Год', { format: 'year', hint: 'Например, 2025' }),
    must.number('finPost', 'Поступило'),
    must.number('finRas', 'Израсходовано'),
  ]),
  facts('plan', 'План финансово-хозяйственной деятельности', [
    ownFile('finPlanDocLink', 'План финансово-хозяйственной деятельности или смета', {
      hint: 'Если плана не составляете, отметьте «нет сведений»',
    }),
  ]),
]

/** Page 10 (order No. 1493, п. 16; МР 9.0.0, т. 3.13.1). */
export const vacant: OrganisationBlock[] = [
  table(
    'vacant',
    'Вакантные места для приёма и перевода',
    [
      // additional programmes have none
      may.text('eduCode', 'Код'),
      must.text('eduName', 'Программа'),
      must.text('eduLevel', 'Уровень или вид образования'),
      must.text('eduProf', 'Направленность'),
      must.text('eduCourse', 'Курс'),
      must.text('eduForm', 'Форма обучения'),
      must.number('numberBFVacant', 'Федеральный бюджет'),
      must.number('numberBRVacant', 'Бюджет субъекта РФ'),
      must.number('numberBMVacant', 'Местный бюджет'),
      must.number('numberPVacant', 'По договорам'),
    ],
    'places',
  ),
]
