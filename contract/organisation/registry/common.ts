import {
  facts,
  may,
  must,
  type OrganisationBlock,
  rowsOf,
  table,
} from '#contract/organisation/registry/registry.types.ts'

/** Page 1 (order No. 1493, п. 7; МР 9.0.0, т. 3.2.1). The accreditation moved to page 4 (order No. 1353). */
export const common: OrganisationBlock[] = [
  facts('main', 'Об организации', [
    must.text('fullName', 'Полное наименование', { hint: 'Как в уставе, без сокращений' }),
    may.text('shortName', 'Сокращённое наименование', { hint: 'Как в уставе' }),
    must.date('regDate', 'Дата создания', { hint: 'День государственной регистрации' }),
    must.text('address', 'Место нахождения', { hint: 'С индексом, как в реестре юридических лиц' }),
    must.text('workTime', 'Режим и график работы', { hint: 'Дни и часы, в которые можно прийти или позвонить' }),
    must.text('telephone', 'Телефон', { format: 'phone' }),
    must.text('email', 'Электронная почта', { format: 'email' }),
    must.link('licenseDocLink', 'Лицензия (выписка из реестра лицензий)', {
      many: true,
      hint: 'Ссылка на запись в реестре лицензий или выписка из него',
    }),
    may.link('accreditationDocLink', 'Государственная аккредитация (выписка из реестра)', {
      many: true,
      edition: 9,
      hint: 'Ссылка на запись в реестре аккредитованных организаций',
    }),
  ]),
  table('uchredLaw', 'Учредители', [
    must.text('nameUchred', 'Наименование или ФИО'),
    may.text('addressUchred', 'Адрес'),
    may.text('telUchred', 'Телефон', { format: 'phone' }),
    may.text('mailUchred', 'Электронная почта', { format: 'email' }),
    may.link('websiteUchred', 'Сайт'),
  ]),
  rowsOf(must.text('addressPlaceSet', 'Места обучения при сетевой форме', { hint: 'Полный адрес каждого места' })),
  rowsOf(must.text('addressPlacePrac', 'Места проведения практики')),
  rowsOf(must.text('addressPlacePodg', 'Места практической подготовки')),
  rowsOf(must.text('addressPlaceGia', 'Места государственной итоговой аттестации')),
  rowsOf(may.text('addressPlaceDop', 'Места обучения по дополнительным программам')),
  rowsOf(may.text('addressPlaceOppo', 'Места обучения по программам профессионального обучения')),
]
