import {
  facts,
  may,
  must,
  type OrganisationBlock,
  type OrganisationField,
  table,
} from '#contract/organisation/registry/registry.types.ts'

/** Hostels and boarding houses: published on pages 7 and 11 (МР 9.0.0, т. 3.9.4). */
export const hostels: OrganisationField[] = [
  may.text('hostelInfo', 'Наличие общежития'),
  may.text('interInfo', 'Наличие интерната'),
  may.number('hostelNum', 'Количество жилых помещений в общежитии для иногородних обучающихся'),
  may.number('hostelNumOvz', 'Из них приспособлено для инвалидов и лиц с ОВЗ'),
  may.number('interNum', 'Количество жилых помещений в интернате для иногородних обучающихся'),
  may.number('interNumOvz', 'Из них в интернате приспособлено для инвалидов и лиц с ОВЗ'),
]

/** An object that people share: a library, a canteen. */
export const object = [
  must.text('objName', 'Объект'),
  must.text('objAddress', 'Адрес'),
  must.text('objOvz', 'Приспособленность для инвалидов и лиц с ОВЗ'),
]

/** Page 7 (order No. 1493, п. 13; МР 9.0.0, т. 3.9.1). */
export const objects: OrganisationBlock[] = [
  table('purposeCab', 'Оборудованные учебные кабинеты', [
    must.text('addressCab', 'Адрес'),
    must.text('nameCab', 'Кабинет'),
    must.text('osnCab', 'Оснащённость', { hint: 'Мебель, техника, программы' }),
    must.text('ovzCab', 'Приспособленность для инвалидов и лиц с ОВЗ'),
  ]),
  table('purposePrac', 'Объекты для проведения практических занятий', [
    must.text('addressPrac', 'Адрес'),
    must.text('namePrac', 'Объект'),
    must.text('osnPrac', 'Оснащённость'),
    must.text('ovzPrac', 'Приспособленность для инвалидов и лиц с ОВЗ'),
  ]),
  table('purposeLibr', 'Библиотеки', object),
  table('purposeSport', 'Объекты спорта', object),
  facts('equipment', 'Средства обучения и воспитания, сети, ресурсы', [
    must.text('purposeFacil', 'Средства обучения и воспитания'),
    must.text('purposeFacilOvz', 'Приспособленные для инвалидов и лиц с ОВЗ'),
    must.text('comNet', 'Доступ к информационным системам и сетям', {
      hint: 'Какие системы и сети доступны обучающимся и как к ним подключиться',
    }),
    must.text('comNetOvz', 'Приспособленный для инвалидов и лиц с ОВЗ'),
    must.link('erList', 'Электронные образовательные ресурсы', { many: true }),
    may.link('erListOvz', 'Электронные ресурсы, приспособленные для инвалидов и лиц с ОВЗ', { many: true }),
  ]),
  facts('access', 'Доступная среда', [
    must.text('ovz', 'Условия для обучения инвалидов и лиц с ОВЗ, доступ в здания', {
      hint: 'Пандусы, лифты, сопровождение, версии материалов; если условий нет, так и напишите',
    }),
    may.text('techOvz', 'Специальные технические средства'),
  ]),
  facts('hostels', 'Общежитие и интернат', [
    ...hostels,
    may.number('hostelNumRooms', 'Количество отдельных комнат для студенческих семей', {
      edition: 10,
      university: true,
    }),
    may.text('hostelInterOvz', 'Условия беспрепятственного доступа в общежитие и интернат'),
    may.file('localActObSt', 'Документ о формировании платы за проживание', { many: true, drawnUp: true }),
    may.file('localActObPred', 'Документ о предоставлении жилых помещений', {
      many: true,
      drawnUp: true,
      edition: 10,
      university: true,
    }),
  ]),
]
