import { facts, may, must, type OrganisationBlock } from '#contract/organisation/registry/registry.types.ts'

/** Page 3 (order No. 1493, п. 9; 273-ФЗ, art. 30; МР 9.0.0, т. 3.4.1). */
export const document: OrganisationBlock[] = [
  facts('documents', 'Документы организации', [
    must.file('ustavDocLink', 'Устав', { many: true, hint: 'Копия; электронная подпись ей не нужна' }),
    must.file('localActStud', 'Правила внутреннего распорядка обучающихся', { many: true }),
    must.file('localActOrder', 'Правила внутреннего трудового распорядка', { many: true }),
    may.file('localActCollec', 'Коллективный договор', { many: true }),
    must.file('reportEduDocLink', 'Отчёт о результатах самообследования', {
      many: true,
      yearly: true,
      hint: 'За прошедший год',
    }),
    may.file('prescriptionDocLink', 'Предписания надзорных органов и отчёты об их исполнении', {
      many: true,
      absent: 'Предписаний нет',
    }),
  ]),
  facts('acts', 'Локальные нормативные акты', [
    must.file('priemDocLink', 'Правила приёма обучающихся', { many: true }),
    must.file('modeDocLink', 'Режим занятий обучающихся', { many: true }),
    must.file('tekKontrolDocLink', 'Текущий контроль успеваемости и промежуточная аттестация', { many: true }),
    must.file('perevodDocLink', 'Перевод, отчисление и восстановление обучающихся', { many: true }),
    must.file('vozDocLink', 'Возникновение, приостановление и прекращение отношений с обучающимися', { many: true }),
  ]),
]
