import { may, must, type OrganisationBlock, table } from '#contract/organisation/registry/registry.types.ts'

// order No. 1493, п. 8 asks for an electronic signature, unlike for the charter or an order
const clause = may.file('divisionClauseDocLink', 'Положение', {
  signed: true,
  hint: 'Документ PDF с электронной подписью',
})

/** Page 2 (order No. 1493, п. 8; МР 9.0.0, т. 3.3.1). */
export const struct: OrganisationBlock[] = [
  table('structOrgUprav', 'Структурные подразделения и органы управления', [
    must.text('name', 'Наименование'),
    must.text('fio', 'ФИО руководителя'),
    must.text('post', 'Должность руководителя'),
    must.text('addressStr', 'Место нахождения', {
      hint: 'Полный адрес; если тот же, что у организации, напишите его ещё раз',
    }),
    may.link('site', 'Сайт'),
    may.text('email', 'Электронная почта', { format: 'email' }),
    clause,
  ]),
  table('filInfo', 'Филиалы', [
    may.text('nameFil', 'Наименование'),
    may.text('fioFil', 'ФИО руководителя'),
    may.text('postFil', 'Должность руководителя'),
    may.text('addressFil', 'Место нахождения'),
    may.text('emailFil', 'Электронная почта', { format: 'email' }),
    may.link('websiteFil', 'Сайт'),
    clause,
  ]),
  table('repInfo', 'Представительства', [
    may.text('nameRep', 'Наименование'),
    may.text('fioRep', 'ФИО руководителя'),
    may.text('postRep', 'Должность руководителя'),
    may.text('addressRep', 'Место нахождения'),
    may.text('emailRep', 'Электронная почта', { format: 'email' }),
    may.link('websiteRep', 'Сайт'),
    clause,
  ]),
]
