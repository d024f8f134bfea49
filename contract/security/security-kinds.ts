// Apart from the schemas, so that a screen that only shows names of kinds does not load zod.

/** What the security log records, with its name for people. A kind is never renamed: entries cannot be changed. */
export const securityKindNames = {
  'sign-in': 'Вход',
  'wrong-password': 'Неверный пароль',
  'wrong-code': 'Неверный код или ключ доступа',
  'closed-account': 'Вход в закрытую учётную запись',
  limit: 'Слишком много попыток',
  refused: 'Не хватило прав',
  'wrong-key': 'Ключ программы не подошёл',
  'provider-refused': 'Система входа не подтвердила человека',
  'provider-role': 'Роль изменена по данным системы входа',
  'provider-role-kept': 'Роль осталась прежней, хотя система входа говорит иначе',
  'provider-logout': 'Вход закончен системой входа',
  'tool-token': 'Внешний инструмент получил доступ',
  'tool-refused': 'Внешний инструмент не подтвердил себя',
  'wrong-link': 'Поддельная ссылка на файл',
  'invalid-input': 'Данные, которые сайт так не отправляет',
  infected: 'Файл с вирусом',
  export: 'Выгрузка данных',
} as const

export type SecurityKind = keyof typeof securityKindNames

export const securityKinds = Object.keys(securityKindNames) as [SecurityKind, ...SecurityKind[]]

/** How long entries are kept, in days; the database refuses to delete them earlier (migration `security-log`). */
export const securityKeptDays = 180

/** Files that have nothing about people, though not everybody may have them. */
const withoutPeople = ['/api/courses/{id}/archive']

/** Whether the log records who took a file of this call: every one that could have data of people. */
export const isExport = ({
  path,
  access,
  fileTypes,
}: {
  path: string
  access: string
  fileTypes?: readonly string[]
}) => fileTypes !== undefined && access !== 'public' && !withoutPeople.includes(path)
