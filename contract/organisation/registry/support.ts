import { hostels, object } from '#contract/organisation/registry/objects.ts'
import { facts, may, must, type OrganisationBlock, table } from '#contract/organisation/registry/registry.types.ts'

/** Page 11 (order No. 1493, п. 17; МР 9.0.0, т. 3.10.1). */
export const grants: OrganisationBlock[] = [
  facts('grants', 'Стипендии и меры поддержки', [
    may.text('grant', 'Стипендии', { absent: 'Выплата стипендий не предусмотрена' }),
    may.text('support', 'Меры социальной поддержки', { absent: 'Меры социальной поддержки не предусмотрены' }),
  ]),
  facts('hostels', 'Общежитие и интернат', [
    ...hostels,
    may.file('localActObSt', 'Документ о формировании платы за проживание', { many: true, drawnUp: true }),
  ]),
]

/** Page 12 (order No. 1493, п. 18; МР 9.0.0, т. 3.14.1). */
export const inter: OrganisationBlock[] = [
  table('internationalDog', 'Договоры с иностранными и международными организациями', [
    may.text('stateName', 'Государство'),
    may.text('orgName', 'Организация'),
    may.text('dogReg', 'Договор: наименование, дата, номер, срок действия', {
      hint: 'Например: «О сотрудничестве, 12.03.2026 № 4, до 31.12.2028»',
    }),
  ]),
]

/** Page 13 (order No. 1493, п. 19; МР 9.0.0, т. 3.15.1). */
export const catering: OrganisationBlock[] = [
  table('meals', 'Условия питания обучающихся', object),
  facts('health', 'Охрана здоровья', [
    must.text('health', 'Условия охраны здоровья обучающихся', {
      hint: 'Медпункт, договор с поликлиникой, правила перерывов',
    }),
  ]),
]

/** Page 14 (order No. 1493, п. 6 and 20; МР 9.0.0, т. 3.6.1). */
export const eduStandarts: OrganisationBlock[] = [
  facts('standards', 'Образовательные стандарты и требования', [
    must.link('eduFedDoc', 'Федеральные государственные образовательные стандарты', {
      many: true,
      absent: 'Не применяются',
      hint: 'Ссылка на приказ на publication.pravo.gov.ru',
    }),
    may.file('eduStandartDoc', 'Собственные образовательные стандарты', {
      many: true,
      drawnUp: true,
      absent: 'Не применяются',
    }),
    may.link('eduFedTreb', 'Федеральные государственные требования', { many: true, absent: 'Не применяются' }),
    may.file('eduStandartTreb', 'Самостоятельно установленные требования', {
      many: true,
      drawnUp: true,
      absent: 'Не применяются',
    }),
  ]),
]
