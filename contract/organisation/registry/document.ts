import { facts, may, must, type OrganisationBlock, ownFile } from '#contract/organisation/registry/registry.types.ts'

/** Page 3 (order No. 1493, п. 9; 273-ФЗ, art. 30; МР 9.0.0, т. 3.4.1). */
export const document: OrganisationBlock[] = [
  facts('documents', 'Документы организации', [
    must.file('ustavDocLink', 'Устав', { many: true, hint: 'Копия; электронная подпись ей не нужна' }),
    ownFile('localActStud', 'Правила внутреннего распорядка обучающихся'),
    ownFile('localActOrder', 'Правила внутреннего трудового распорядка'),
    may.file('localActCollec', 'Коллективный договор', { many: true }),
    ownFile('reportEduDocLink', 'Отчёт о результатах самообследования', {
      yearly: true,
      hint: 'За прошедший год; с электронной подписью или скан с подписью и печатью',
    }),
    may.file('prescriptionDocLink', 'Предписания надзорных органов и отчёты об их исполнении', {
      many: true,
      absent: 'Предписаний нет',
    }),
  ]),
  facts('acts', 'Локальные нормативные акты', [
    ownFile('priemDocLink', 'Правила приёма обучающихся'),
    ownFile('modeDocLink', 'Режим занятий обучающихся'),
    ownFile('tekKontrolDocLink', 'Текущий контроль успеваемости и промежуточная аттестация'),
    ownFile('perevodDocLink', 'Перевод, отчисление и восстановление обучающихся'),
    ownFile('vozDocLink', 'Возникновение, приостановление и прекращение отношений с обучающимися'),
  ]),
]
