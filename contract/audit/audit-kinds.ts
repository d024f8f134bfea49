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
    'class-code-made': 'Создан код класса',
    'class-code-withdrawn': 'Код класса отозван',
    'user-role': 'Роль изменена',
    'user-active': 'Учётная запись выключена или включена',
    'user-changed': 'Имя или почта изменены',
    'password-changed': 'Пароль изменён',
    'password-reset': 'Пароль задан по ссылке из письма',
    'password-given': 'Школа выдала новый пароль',
    handover: 'Дела переданы',
    'handover-ended': 'Переданные дела вернулись',
    'second-factor-added': 'Вход с кодом включён',
    'second-factor-removed': 'Вход с кодом выключен',
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
    'parents-changed': 'Родители изменены',
    'family-link-sent': 'Родителям отправлена ссылка на их страницу',
    'family-link-ended': 'Ссылка родителей закрыта',
  },
  Оценки: {
    score: 'Балл изменён в журнале',
    verdict: 'Решение по работе',
    'verdict-undone': 'Решение по работе отменено',
    'task-reopened': 'Работа снова на проверке',
    'task-excused': 'Студент освобождён от работы',
    weights: 'Веса заданий изменены',
  },
  Курсы: {
    'course-students': 'Студенты курса изменены',
    'course-teachers': 'Преподаватели курса изменены',
    'course-deleted': 'Курс удалён',
    'course-restored': 'Курс восстановлен',
    'lessons-deleted': 'Уроки удалены',
    'lessons-restored': 'Уроки восстановлены',
  },
  Классы: {
    'cohort-created': 'Класс создан',
    'cohort-changed': 'Класс изменён',
    'cohort-deleted': 'Класс удалён',
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
    'settings-changed': 'Настройки изменены',
    'document-published': 'Документ опубликован',
  },
} as const

type Groups = typeof auditKindGroups
type KindsOf<Group> = Group extends unknown ? keyof Group : never
export type AuditKind = KindsOf<Groups[keyof Groups]>

/** The name of each kind. */
export const auditKindNames = Object.assign({}, ...Object.values(auditKindGroups)) as Record<AuditKind, string>

export const auditKinds = Object.keys(auditKindNames) as [AuditKind, ...AuditKind[]]
