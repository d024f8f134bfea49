import { cohortCalled, cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { called } from '#contract/users/student-word.ts'

// Apart from the schemas, so that a screen that only shows names of kinds does not load zod.

/**
 * What the journal of changes records, with its name for people, in groups. A kind is never renamed or removed: entries
 * cannot be changed.
 */
export const auditKindGroups = {
  'Роли и учётные записи': {
    'user-created': 'Учётная запись создана',
    'registration-accepted': 'Регистрация принята',
    'registration-declined': 'Регистрация отклонена',
    'class-code-made': 'Создан код для регистрации',
    'class-code-withdrawn': 'Код для регистрации отозван',
    'user-role': 'Роль изменена',
    'user-rights': 'Права куратора изменены',
    'user-active': 'Учётная запись отключена или включена',
    'user-changed': 'Имя или почта изменены',
    'password-changed': 'Пароль изменён',
    'password-reset': 'Пароль задан по ссылке из письма',
    'password-given': 'Школа выдала новый пароль',
    handover: 'Дела переданы',
    'handover-ended': 'Переданные дела вернулись',
    'second-factor-added': 'Вход с кодом включён',
    'second-factor-removed': 'Вход с кодом выключен',
    'recovery-codes-renewed': 'Запасные коды заменены',
    'passkey-added': 'Добавлен ключ доступа',
    'passkey-removed': 'Удалён ключ доступа',
    'identity-linked': 'Добавлен вход через систему школы',
    'identity-removed': 'Убран вход через систему школы',
    'look-begun': 'Начат просмотр сайта от имени человека',
    'look-ended': 'Закончен просмотр сайта от имени человека',
    'sessions-ended': 'Закончен вход на других устройствах',
    'erasure-asked': 'Попросили удалить учётную запись',
    'erasure-cancelled': 'Удаление учётной записи отменено',
    'user-erased': 'Учётная запись удалена',
    'people-imported': 'Люди добавлены из файла',
    'people-import-undone': 'Импорт людей отменён',
  },
  Согласия: {
    'consent-given': 'Согласие дано',
    'consent-withdrawn': 'Согласие отозвано',
    'lti-consent-given': 'Дано согласие на внешний инструмент',
    'lti-consent-changed': 'Изменено согласие на внешний инструмент',
    'lti-consent-withdrawn': 'Отозвано согласие на внешний инструмент',
    'parents-changed': 'Родители изменены',
    'family-link-sent': 'Родителям отправлена ссылка на их страницу',
    'family-link-ended': 'Ссылка родителей закрыта',
  },
  Оценки: {
    score: 'Балл изменён в журнале',
    'tool-score': 'Балл сообщён внешним инструментом',
    verdict: 'Решение по работе',
    'verdict-undone': 'Решение по работе отменено',
    'task-reopened': 'Работа снова на проверке',
    get 'task-excused'() {
      return `${called('Студент')} освобождён от работы`
    },
    weights: 'Веса заданий изменены',
    'column-changed': 'Столбец журнала изменён',
    'column-removed': 'Столбец журнала удалён',
    totals: 'Итоги изменены',
    'period-closed': 'Период в журнале закрыт',
    'period-opened': 'Период в журнале открыт',
  },
  Курсы: {
    get 'course-students'() {
      return `${called('Студенты')} курса изменены`
    },
    'course-teachers': 'Преподаватели курса изменены',
    'course-deleted': 'Курс удалён',
    'course-restored': 'Курс восстановлен',
    'lessons-deleted': 'Уроки удалены',
    'lessons-restored': 'Уроки восстановлены',
  },
  cohorts: {
    get 'cohort-created'() {
      return cohortTitle('fresh')
    },
    get 'cohort-changed'() {
      return `Изменение ${cohortCalled('of')}`
    },
    get 'cohort-deleted'() {
      return `Удаление ${cohortCalled('of')}`
    },
  },
  Объявления: {
    'announcement-created': 'Объявление создано',
    'announcement-changed': 'Объявление изменено',
    'announcement-deleted': 'Объявление удалено',
  },
  Проекты: {
    'project-hidden': 'Проект скрыт',
    'project-shown': 'Скрытый проект возвращён',
    'project-deleted': 'Проект удалён',
  },
  Сертификаты: {
    'certificates-issued': 'Сертификаты выданы',
    'certificate-replaced': 'Сертификат заменён',
    'certificate-withdrawn': 'Сертификат отозван',
  },
  'Настройки и документы': {
    'new-year': 'Начат новый учебный год',
    'new-year-undone': 'Новый учебный год отменён',
    'key-created': 'Создан ключ для программы',
    'key-removed': 'Удалён ключ программы',
    'webhook-created': 'Добавлен адрес для сообщений программе',
    'webhook-removed': 'Удалён адрес для сообщений программе',
    'lti-tool-created': 'Добавлен внешний инструмент',
    'lti-tool-changed': 'Внешний инструмент изменён',
    'lti-tool-removed': 'Удалён внешний инструмент',
    'lti-key-changed': 'Сменён ключ для внешних инструментов',
    'settings-changed': 'Настройки изменены',
    'document-published': 'Документ опубликован',
    'organisation-document-added': 'Добавлен документ раздела об организации',
    'organisation-document-signed': 'Подписан документ раздела об организации',
    'organisation-document-changed': 'Изменено описание документа раздела об организации',
    'organisation-document-replaced': 'Заменён документ раздела об организации',
    'organisation-document-archived': 'Документ раздела об организации убран в архив',
    'organisation-document-restored': 'Документ раздела об организации возвращён из архива',
    'organisation-page-published': 'Опубликована страница раздела об организации',
    'failures-repeated': 'Повторено то, что не получилось',
    'failures-removed': 'Убрано то, что не получилось',
    'policy-reports-removed': 'Убраны сообщения браузеров',
  },
} as const

type Groups = typeof auditKindGroups
type KindsOf<Group> = Group extends unknown ? keyof Group : never
export type AuditKind = KindsOf<Groups[keyof Groups]>

const groupOf = new Map(
  Object.values(auditKindGroups).flatMap((group: Record<string, string>) =>
    Object.keys(group).map((kind) => [kind as AuditKind, group] as const),
  ),
)

/** The name of a group of kinds. */
export const auditGroupName = (group: string) => (group === 'cohorts' ? cohortTitle('many') : group)

/** The name of a kind. */
export const auditKindName = (kind: AuditKind) => groupOf.get(kind)?.[kind] ?? kind

export const auditKinds = [...groupOf.keys()] as [AuditKind, ...AuditKind[]]
